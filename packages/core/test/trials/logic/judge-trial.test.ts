// What passes a bar: only what is proved to reach it, and only what is proved to miss it fails.
import { expect, it } from 'vitest';
import { checkTasks } from '../../../src/trials/logic/check-tasks.js';
import {
  aboutOpen,
  baselineOfTrial,
  compareWithBaseline,
  findGaps,
  judgeTrial,
} from '../../../src/trials/logic/judge-trial.js';
import { buildReport } from '../../../src/trials/logic/report.js';
import { shareOf } from '../../../src/trials/logic/statistics.js';
import { call, sampleAttempt, sampleTask, sampleTrial } from './sample-trials.js';

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

it.each([
  ['every attempt', ['a', 'b'], ['a', 'b'], null],
  ['an attempt too few', ['a', 'b'], ['a'], '1 task lacks attempts'],
  ['no attempt', ['a', 'b'], [], '2 tasks lack attempts'],
  ['no task', [], [], 'none of its tasks can be asked'],
] as const)('a last line after %s', (_, tasks, attempts, reason) => {
  const trial = sampleTrial(
    tasks.map((id) => sampleTask(id)),
    attempts.map((id) => sampleAttempt(id, [call('x')])),
  );
  expect(findGaps(buildReport(trial))?.args?.reason ?? null).toBe(reason);
});

it.each([
  ['without an attempt', ['a'], 1, '1 of 2 attempts are missing'],
  ['without its last line alone', ['a', 'b'], 0, 'only its last line is missing'],
  ['with an attempt at a task that is not asked', ['a', 'unsound'], 1, '1 of 2 attempts are missing'],
] as const)('an open trial %s', (_, attempts, missing, lack) => {
  const trial = sampleTrial(
    [sampleTask('a'), sampleTask('b'), sampleTask('unsound', { arguments: { z: 1 } })],
    attempts.map((id) => sampleAttempt(id, [call('x')])),
  );
  const found = aboutOpen(trial, checkTasks(trial.header), 'f');
  expect(found).toMatchObject({ code: 'TRI-011', where: { file: 'f' }, args: { lack, missing, all: 2 } });
});

it.each([
  [6, 6, 'TRI-022', undefined],
  [5, 5, 'GATE-034', 0],
  [8, 5, 'GATE-034', 3],
] as const)('a baseline of %i tasks, of which %i are left', (before, now, code, gone) => {
  const trialOf = (count: number, tool: string) => {
    const ids = Array.from({ length: count }, (_, at) => `t${at}`);
    const trial = sampleTrial(
      ids.map((id) => sampleTask(id)),
      ids.map((id) => sampleAttempt(id, [call(tool)])),
    );
    return [trial, buildReport(trial)] as const;
  };
  const known = { before: baselineOfTrial('t', ...trialOf(before, 'x')), file: 'f', target: 't' };
  const found = compareWithBaseline(...trialOf(now, 'y'), known);
  expect(found.map((one) => [one.code, one.args?.gone])).toEqual([[code, gone]]);
});
