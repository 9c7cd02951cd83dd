// What passes a bar: only what is proved to reach it, and only what is proved to miss it fails.
import { expect, it } from 'vitest';
import { judgeTrial } from '../../../src/trials/logic/judge-trial.js';
import { shareOf } from '../../../src/trials/logic/statistics.js';

const judge = (right: number, all: number, bar: number) =>
  judgeTrial(shareOf([...Array(right).fill(1), ...Array(all - right).fill(0)]), bar);

it.each([
  [8, 8, 0.8, { kind: 'undecided', needed: 16 }],
  [15, 15, 0.8, { kind: 'undecided', needed: 16 }],
  [16, 16, 0.8, { kind: 'passed' }],
  [18, 30, 0.8, { kind: 'failed' }],
  [24, 30, 0.8, { kind: 'undecided', needed: null }],
  [0, 0, 0.8, { kind: 'undecided', needed: null }],
  [0, 8, 0, { kind: 'passed' }],
  [8, 8, 1, { kind: 'undecided', needed: null }],
] as const)('%i of %i against %f', (right, all, bar, verdict) => {
  expect(judge(right, all, bar)).toEqual(verdict);
});

it('names a number of tasks that settles it', () => {
  const verdict = judge(9, 10, 0.8);
  if (verdict.kind !== 'undecided' || verdict.needed === null) throw new Error('it is undecided');
  const of = (n: number) => judgeTrial(shareOf(Array(n).fill(0.9)), 0.8).kind;
  expect([of(verdict.needed - 1), of(verdict.needed)]).toEqual(['undecided', 'passed']);
});
