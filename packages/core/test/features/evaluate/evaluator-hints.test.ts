// Improvement hints that an evaluator gives beside its scores end in the hand-in, and are shown with the graded node.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import { readState } from '../../../src/features/state/run.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { oneTool, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { type Answering, fakeEvaluator, SPEC, scored } from './fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function evaluate(answering: Answering) {
  const place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit();
  const { results, errors } = await evaluateTargets({
    ...{ island: place.island(), targets: ['demo'], evaluator: SPEC, retries: 0 },
    ...{ openEvaluator: async () => fakeEvaluator(answering), now: () => place.now },
  });
  return { place, errors, result: results[0] };
}

const UNIT = {
  targetField: 'main.tools.getItems.description',
  suggestion: 'Name the unit.',
  priority: 'high',
};

it('end in the hand-in, without repeats and without a trace in the evidence', async () => {
  const { place, errors, result } = await evaluate(({ example }) => {
    const own = { ...UNIT, suggestion: `${example?.questionId}: ${'x'.repeat(5000)}`, priority: 'low' };
    const isFirst = example?.questionId === 'Q-single-test-04';
    return scored(0.5, { seen: 1, improvementHints: isFirst ? [UNIT, own] : [UNIT] });
  });
  await using _ = place;
  expect(errors).toEqual([]);
  const scores = place.json<ScoresFile>(result?.scoresPath ?? '');
  const area = scores.areas.find((one) => one.area === 'single-test');
  expect(area?.answers.length).toBeGreaterThan(2);
  expect(new Set(area?.answers.map(({ evidence }) => JSON.stringify(evidence)))).toEqual(
    new Set(['{"seen":1}']),
  );
  const long = expect.stringMatching(/^Q-single-test-04: x+… \(5018 characters in all\)$/);
  expect(area?.improvementHints).toEqual([UNIT, { ...UNIT, suggestion: long, priority: 'low' }]);

  expect((await place.consume(scores)).errors).toEqual([]);
  const state = await readState({ island: place.island(), targets: ['demo'], now: () => place.now });
  expect(JSON.stringify(state)).toContain('Name the unit.');
});

it('are refused in another form, with the place: nothing is dropped without a word', async () => {
  const cases: readonly [unknown, string][] = [
    ['name the unit', '[/improvementHints]'],
    [[{ ...UNIT, priority: 'urgent' }], '[/improvementHints/0/priority]'],
    [[UNIT, { ...UNIT, suggestion: ' ' }], '[/improvementHints/1/suggestion]'],
    [[{ ...UNIT, line: 3 }], '[/improvementHints/0/line]'],
    [Array.from({ length: 21 }, () => UNIT), '[/improvementHints]'],
  ];
  const { place, result } = await evaluate((_, call) =>
    scored(0.5, { improvementHints: cases[call % 5]?.[0] }),
  );
  await using _ = place;
  expect(result?.unscored.length).toBe(result?.total);
  expect(result?.total).toBeGreaterThanOrEqual(cases.length);
  for (const [at, { problem }] of (result?.unscored ?? []).entries()) {
    expect(problem).toMatchObject({
      code: 'EVL-063',
      args: { reason: expect.stringContaining(cases[(at + 1) % 5]?.[1] ?? '-') },
    });
  }
});
