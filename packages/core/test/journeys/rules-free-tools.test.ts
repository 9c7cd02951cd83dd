// Tools that only the bar of the island's rules blocks: they are counted, and other rules free them without a request.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planGrading } from '../../src/features/plan/run.js';
import { setRules } from '../../src/features/rules/run.js';
import { readState } from '../../src/features/state/run.js';
import { openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** A tool that declares two tests, of a required parameter. */
const two = (path: string) => {
  const tool = toolAt(path);
  return { ...tool, tests: tool.tests?.slice(0, 2) ?? [] };
};
const SOURCES = {
  demo: {
    'alpha.mjs': schemaText({
      name: 'alpha',
      tools: { getItems: toolAt('/ok'), getOne: two('/ok'), getNone: two('/404') },
    }),
  },
};
const FREED = { gradingSpec: 'gradingSpec/3.0.3', tools: 1 };
const named = (place: Workplace) => ({ island: place.island(), targets: ['demo'], now: () => place.now });
const statusOf = (place: Workplace, tool: string) => place.index().schemas.alpha?.tools[tool]?.status;

it('are counted by import, state and plan, and freed by other rules and by nothing else', async () => {
  await using place = await openImported(provider.origin, SOURCES);
  expect((await place.import()).freed).toEqual({ ...FREED, tools: 2 });
  expect(await readState(named(place))).not.toHaveProperty('freed');
  await place.emit();
  place.wait();
  expect([statusOf(place, 'getOne'), statusOf(place, 'getNone')]).toEqual(['blocked', 'blocked']);
  expect((await readState(named(place))).freed).toEqual(FREED);
  expect(await readState({ ...named(place), all: true })).not.toHaveProperty('freed');
  expect((await planGrading(named(place))).freed).toEqual(FREED);

  const { results, ...other } = await planGrading({ ...named(place), rules: ['3.0.3'] });
  expect(other).not.toHaveProperty('freed');
  expect(results[0]).toMatchObject({ freed: 1 });
  expect(results[0]?.changes).toContainEqual(
    expect.objectContaining({ node: 'schemas.alpha.tools.getOne', why: 'bar' }),
  );

  const requests = provider.seen.length;
  await setRules({ island: place.island(), rules: ['3.0.3'], now: () => place.now });
  expect([statusOf(place, 'getOne'), statusOf(place, 'getNone')]).toEqual(['pending', 'blocked']);
  expect(await readState(named(place))).not.toHaveProperty('freed');
  await setRules({ island: place.island(), rules: ['2.0.0'], now: () => place.now });
  expect(statusOf(place, 'getOne')).toBe('blocked');
  expect(provider.seen.length).toBe(requests);
});
