// A plan under other rules: what would change and what it would cost, with nothing written.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanOptions } from '../../../../src/features/plan/options.js';
import { planGrading } from '../../../../src/features/plan/run.js';
import { grade, oneTool, openImported } from '../../../journeys/graded-place.js';
import { readTree } from '../../../journeys/island-tree.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import type { Workplace } from '../../../journeys/workplace.js';
import { gradingLayer, registerLayers, scoringLayer } from '../../../spec/books/registered-layers.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const NODE = 'schemas.alpha.tools.getItems';
const STRICT = gradingLayer('1.1.0', {
  bands: [
    { atLeast: 4.5, grade: 'A' },
    { atLeast: 4, grade: 'B' },
    { atLeast: 2.5, grade: 'C' },
  ],
});
const CHANGED = { node: NODE, before: 'stable B', after: 'graded C' };
const open = () => openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });

async function plan(place: Workplace, options: Partial<PlanOptions>) {
  const before = readTree(place.root);
  const named = { island: place.island(), targets: ['demo'], now: () => place.now };
  const result = await planGrading({ ...named, ...options });
  expect(readTree(place.root)).toEqual(before);
  return { ...result, target: result.results[0] };
}

describe('under a newer gradingSystem', () => {
  it('lists the letter that the next run would write, and asks nobody', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    const { target, rules } = await plan(place, { rules: ['gradingSystem/1.1.0'] });
    expect(rules).toMatchObject({ gradingSpec: 'gradingSpec/2.0.0', gradingSystem: 'gradingSystem/1.1.0' });
    expect(target?.changes).toContainEqual({ ...CHANGED, why: 'bands' });
    expect(target).toMatchObject({ run: { prompts: 0 }, freed: 0, held: [] });
  });

  it('is the same as its thresholds, which a version names as well as a file', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    const byVersion = await plan(place, { gradingSystem: 'gradingSystem/1.1.0' });
    expect(byVersion.gradingSystem).toBe('gradingSystem/1.1.0');
    expect(byVersion.target?.changes).toContainEqual(CHANGED);
    await place.write('strict.json', JSON.stringify({ version: 'mine', bands: STRICT.bands }));
    const byFile = await plan(place, { gradingSystem: place.path('strict.json') });
    expect(byFile.target?.changes).toEqual(byVersion.target?.changes);
    expect(byFile.gradingSystem).toBe('mine');
  });

  it('a file leaves what it does not name to the rules of each entry', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await open();
    await grade(place, {}, { score: 3.6 });
    await place.write('same.json', JSON.stringify({ version: 'same' }));
    const named = { island: place.island().under({ ...place.island().book, grading: STRICT }) };
    const { target } = await plan(place, { ...named, gradingSystem: place.path('same.json') });
    // The entries keep to 1.0.0, where 3.6 is a B, whatever the island follows.
    expect(target?.changes).toEqual([]);
  });

  it('weighs the answers anew', async () => {
    const heavy = gradingLayer('1.2.0', { weights: { 'Q-single-test-04': 90 } });
    using _ = registerLayers({ grading: heavy });
    await using place = await open();
    await grade(place, {}, { score: 1 });
    const { target } = await plan(place, { gradingSystem: 'gradingSystem/1.2.0' });
    expect(target?.changes?.map(({ node }) => node)).toContain(NODE);
  });
});

it('under a newer scoringSystem every graded node is asked again', async () => {
  using _ = registerLayers({ scoring: scoringLayer('1.1.0', { fail: 2 }) });
  await using place = await open();
  await grade(place);
  const { target } = await plan(place, { rules: ['scoringSystem/1.1.0'] });
  expect(target?.nodes.find(({ node }) => node === NODE)?.kind).toBe('rescore');
  expect(target?.run.prompts).toBeGreaterThan(0);
});

it('under the rules of the island nothing changes', async () => {
  await using place = await open();
  await grade(place);
  const { target, ...result } = await plan(place, { rules: ['2.0.0'] });
  expect(target).toMatchObject({ changes: [], freed: 0, held: [] });
  expect(result).not.toHaveProperty('freed');
});

it('an unknown version in place of a file of thresholds is said to be none (PLN-001)', async () => {
  await using place = await open();
  await expect(plan(place, { gradingSystem: 'gradingSystem/9' })).rejects.toThrow(
    'PLN-001: the thresholds cannot be used: gradingSystem/9 is no version of this tool; known are gradingSystem/1.0.0',
  );
});

it.each([
  [['9'], 'RUL-002'],
  [['2.0.0', '3.0.3'], 'RUL-003'],
])('the rules %j are refused (%s)', async (rules, code) => {
  await using place = await open();
  await expect(plan(place, { rules })).rejects.toThrow(code);
});
