// The screen of grading agreement: the figures in words, and the widest differences with the reasons.
import { expect, it } from 'vitest';
import { renderAgreement } from '../../src/agreement/action.js';

type Shown = Parameters<typeof renderAgreement>[0];

const FOUND: Shown = {
  target: 'providers/demo',
  taskId: 'demo--1',
  graders: [
    { name: 'ada', kind: 'human', model: null },
    { name: 'evaluate', kind: 'llm', model: 'm-1' },
  ],
  answers: 40,
  same: 30,
  withinOne: 39,
  meanDifference: 0.125,
  alpha: 0.8512,
  interval: [0.7049, 0.93],
  yesNo: { answers: 2, same: 2, alpha: null },
  differing: Array.from({ length: 12 }, (_, at) => ({
    prompt: 'single-test/a.b',
    question: `Q-${at}`,
    scores: [
      { grader: 0, score: 5, reasoning: 'clear '.repeat(20).trim() },
      { grader: 1, score: 2, reasoning: 'vague' },
    ],
  })),
};

it('says the figures, and shows ten differences', () => {
  const lines = renderAgreement(FOUND).split('\n');
  expect(lines.slice(0, 11)).toEqual([
    'providers/demo: run demo--1',
    '  ada (human) handed in; evaluate (llm, m-1) gave a second opinion',
    '  40 scores from 1 to 5: 30 the same, 39 at most 1 apart, opinions +0.12 on average',
    '  alpha 0.851, between 0.705 and 0.930 in 95 of 100 draws',
    '  2 yes-or-no answers: 2 the same; alpha -: too few answers, it takes 30',
    '',
    '  widest differences:',
    '  single-test/a.b, Q-0',
    `    ada 5: ${'clear '.repeat(11).trim()}`,
    `      ${'clear '.repeat(9).trim()}`,
    '    evaluate 2: vague',
  ]);
  expect(lines.filter((line) => line.startsWith('  single-test/'))).toHaveLength(10);
  expect(lines.at(-1)).toBe('  2 more: --json lists all');
});

it('says why there is no alpha', () => {
  const none = { alpha: null, interval: null, differing: [] };
  expect(renderAgreement({ ...FOUND, ...none })).toContain('alpha -: all answers are the same');
  expect(renderAgreement({ ...FOUND, ...none, answers: 29 })).toContain('alpha -: too few answers');
});
