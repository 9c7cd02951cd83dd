// A hand-in that contains a key is refused with its place and leaves nothing behind; once fixed it is accepted, and
// verify finds nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyTargets } from '../../src/features/verify/run.js';
import { fillScores } from './filled-scores.js';
import { oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';

const ISSUED = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

it('a key in a reasoning is refused, and the same file without it is accepted', async () => {
  await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit();
  const good = JSON.stringify(fillScores(place.prompts()));
  const bad = good.replace(/"reasoning":"/, `"reasoning":"${ISSUED} `);
  expect(bad).not.toBe(good);
  const before = place.tree();
  const { status, errors } = await place.consume(bad);
  expect([status, errors.map(({ code }) => code)]).toEqual([false, ['SCR-031']]);
  expect(JSON.stringify(errors)).not.toContain(ISSUED);
  expect(place.tree()).toEqual(before);
  expect((await place.consume(bad.replace(ISSUED, '[key]'))).status).toBe(true);
  const verified = await verifyTargets({ island: place.island(), targets: ['demo'], now: () => place.now });
  expect(JSON.stringify(verified)).not.toMatch(/VFY-12\d/);
  expect(verified.status).toBe(true);
});
