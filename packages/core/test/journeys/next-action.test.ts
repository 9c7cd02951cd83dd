// The next command that helps, in every situation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState } from '../../src/features/state/run.js';
import { aboutSources, change, grade, oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function nextOf(place: Workplace, target = 'demo') {
  const { results, errors } = await readState({
    ...{ island: place.island(), targets: [target], now: () => place.now },
  });
  expect(errors).toEqual([]);
  return results[0]?.nextAction;
}

const EMIT = (target: string) => `flowmcp grading emit providers/${target}`;
const TWO = { demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') } };

/** `alpha`, with one tool that can be tested and one that needs its handler. */
const withHandler = (path: string) =>
  schemaText(
    { name: 'alpha', tools: { getItems: toolAt(path), findItems: toolAt('/ok') } },
    'export const handlers = () => ({ findItems: { postRequest: async ({ response }) => ({ response }) } })\n',
  );

describe('with an open run', () => {
  it('is to hand in its scores', async () => {
    await using place = await openImported(provider.origin, TWO);
    await place.emit('demo');
    expect(await nextOf(place)).toMatchObject({
      command: 'flowmcp grading hand-in providers/demo scores.json',
      why: 'prompts are waiting for their scores',
    });
  });

  it.each([
    ['changed', { 'beta.mjs': oneTool('beta', 'Other items.') }],
    ['was taken away', { 'beta.mjs': null }],
  ])('is a new run if a schema it asks about %s', async (_, files) => {
    await using place = await openImported(provider.origin, TWO);
    await place.emit('demo');
    await change(place, files);
    expect(await nextOf(place)).toMatchObject({
      command: EMIT('demo'),
      why: 'the content that the open run asks about has changed since',
    });
  });
});

describe('with an open run about the whole namespace only', () => {
  const DESCRIPTION = {
    areas: ['namespace-description'],
    scope: 'all',
    regrade: { triggeredBy: 'scheduled' },
  } as const;

  it('is to hand in its scores, or a new run once any schema changed', async () => {
    await using place = await openImported(provider.origin, TWO);
    await grade(place);
    await place.emit('demo', DESCRIPTION);
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual(['namespace-description/demo']);
    expect((await nextOf(place))?.why).toBe('prompts are waiting for their scores');
    await change(place, { 'beta.mjs': oneTool('beta', 'Other items.') });
    expect((await nextOf(place))?.why).toBe('the content that the open run asks about has changed since');
  });
});

describe('if nothing can be asked now', () => {
  it('is to improve a member for which the About waits', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place, {}, { score: 3 });
    expect(place.index().about.status).toBe('pending');
    expect((await nextOf(place))?.why).toMatch(/^first edit the sources: \d+ nodes? (is|are) graded C/);
  });

  it('is the export if only tools with handler code are left out', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': withHandler('/ok') } });
    await grade(place, { handlers: 'skip' });
    expect(await nextOf(place)).toMatchObject({
      command: 'flowmcp grading export providers/demo',
      why: 'everything that can be graded is graded; tools with handler code are not run',
    });
  });

  it('is to repair a tool whose tests fail, but not one without tests', async () => {
    const sources = { demo: { 'alpha.mjs': withHandler('/missing'), 'beta.mjs': oneTool('beta') } };
    await using place = await openImported(provider.origin, sources);
    await grade(place, { handlers: 'skip' });
    expect((await nextOf(place))?.why).toMatch(/^first fix what is blocked/);
    expect((await nextOf(place, 'demo/beta'))?.command).toBe('flowmcp grading export providers/demo/beta');
  });
});

const DAY = 24 * 60 * 60;

describe('the command', () => {
  it('asks for aged answers again', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    await grade(place);
    expect((await nextOf(place))?.command).toBe('flowmcp grading export providers/demo');
    place.wait(40 * DAY);
    await place.rebuild();
    expect(place.index().schemas.alpha?.tools.getItems?.stale).not.toEqual([]);
    expect(await nextOf(place)).toMatchObject({
      command: EMIT('demo'),
      why: 'answers have aged; this asks for them again',
    });
    await place.emit();
    expect(place.prompts().prompts.map(({ id }) => id)).toContain('single-test/alpha.getItems');
  });

  it('is quoted for the shell, whatever the name of a tool', async () => {
    const tools = { "get'$(id)": toolAt('/404') };
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': schemaText({ tools }) } });
    expect((await nextOf(place, "demo/tool/get'$(id)"))?.command).toBe(
      "flowmcp grading emit 'providers/demo/tool/alpha.get'\\''$(id)'",
    );
  });
});
