// What is counted when two graders answered the same run: same, near, yes and no, and what differs most.

import { expect, it } from 'vitest';
import { compareGraders } from '../../../../src/features/agreement/logic/compare-graders.js';
import type { ScoreAnswer, ScoresFile } from '../../../../src/spec/scores.js';

function given(name: string, scores: readonly ScoreAnswer['score'][]): ScoresFile {
  return {
    scoringProtocol: 'v1',
    taskId: 'task',
    creator: { kind: 'human', skill: name, skillVersion: '1' },
    harness: { name: 'h', version: '1' },
    timestamp: '2026-03-01T10:00:00Z',
    areas: [
      {
        area: 'single-test',
        subject: 'a.b',
        schemaHash: '0123abcd',
        answers: scores.map((score, at) => ({ questionId: `Q-${at}`, score, reasoning: `${name} ${at}` })),
        improvementHints: [],
      },
    ],
  };
}

it('counts numbers and yes-or-no questions apart, and n/a not at all', () => {
  const found = compareGraders('task', [
    given('ada', [4, 3, 5, 'pass', 'fail', 'n/a', 2]),
    given('bob', [4, 4, 2, 'pass', 'pass', 3, 'n/a']),
  ]);
  expect(found).toMatchObject({ answers: 3, same: 1, withinOne: 2, yesNo: { answers: 2, same: 1 } });
  expect(found.meanDifference).toBeCloseTo(-2 / 3);
  expect(found.differing.map(({ question }) => question)).toEqual(['Q-4', 'Q-2', 'Q-1']);
  expect(found.differing[1]?.scores).toEqual([
    { grader: 0, score: 5, reasoning: 'ada 2' },
    { grader: 1, score: 2, reasoning: 'bob 2' },
  ]);
});

it.each([
  [29, null],
  [30, expect.any(Number)],
])('of %i answers, alpha is %s', (count, alpha) => {
  const scores = Array.from({ length: count }, (_, at) => 1 + (at % 5));
  const passes = scores.map((score) => (score > 2 ? ('pass' as const) : ('fail' as const)));
  const found = compareGraders('task', [
    given('ada', [...scores, ...passes]),
    given('bob', [...scores, ...passes]),
  ]);
  expect(found.alpha).toEqual(alpha);
  expect(found.yesNo.alpha).toEqual(alpha);
  expect(found.interval).toEqual(alpha === null ? null : [1, 1]);
});
