// What a report says of a trial: every outcome, who takes whose tasks, and nothing that depends on the order of lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/trials/logic/report.js';
import { call, sampleAttempt, sampleTask, sampleTool, sampleTrial } from './sample-trials.js';

const tools = [
  sampleTool('x', { coin: { type: 'string' } }, { required: ['coin'] }),
  sampleTool('y'),
  sampleTool('odd', { a: { type: 'no-type' } }),
];
const bitcoin = { arguments: { coin: 'bitcoin' } };
const tasks = [
  sampleTask('right', bitcoin),
  sampleTask('value', bitcoin),
  sampleTask('schema', bitcoin),
  sampleTask('other', bitcoin),
  sampleTask('unknown', bitcoin),
  sampleTask('several', bitcoin),
  sampleTask('words', { task: 'What is it worth?', ...bitcoin, scored: [] }),
  sampleTask('none', { tool: null }),
  sampleTask('unsound', { tool: 'y', arguments: { z: 1 } }),
];
const every = sampleTrial(
  tasks,
  [
    sampleAttempt('right', [call('x', { coin: 'bitcoin' })]),
    sampleAttempt('value', [call('x', { coin: 'ether' })]),
    sampleAttempt('schema', [call('x', { coin: 1 })]),
    sampleAttempt('other', [call('y')]),
    sampleAttempt('unknown', [{ name: 'z', input: {}, invalid: 'unknown' }]),
    sampleAttempt('several', [call('x', { coin: 'bitcoin' }), call('y')]),
    sampleAttempt('words', [], { usage: { in: null, out: null } }),
    sampleAttempt('none', [call('y')]),
  ],
  { tools },
);

describe('one attempt of each outcome', () => {
  const report = buildReport(every);

  it('is counted once', () => {
    expect(report.outcomes).toEqual({
      success: 1,
      'wrong-arguments': 1,
      'invalid-call': 1,
      'not-found': 0,
      'wrong-tool': 2,
      'unknown-tool': 1,
      'several-calls': 1,
      'no-call': 1,
    });
    expect(report).toMatchObject({
      ...{
        target: 'weather.mjs',
        trial: every.header.plan,
        samples: 1,
        seed: 1,
        among: 'own',
        isWhole: true,
      },
      tasks: { asked: 8, unsound: 1, notSelfContained: 1, failed: 0 },
      success: { rate: 0.125, n: 8 },
      selection: { rate: 0.375, n: 8 },
      arguments: { right: 1, scored: 3 },
      openValue: 1,
      calls: 8,
      tokens: { in: 70, out: 14 },
    });
  });

  it('shows who takes whose tasks', () => {
    expect(report.confusion).toEqual([
      { wanted: 'x', chosen: 'y', count: 1 },
      { wanted: null, chosen: 'y', count: 1 },
    ]);
    expect(
      report.tools.map(({ tool, tasks, success, takes, loses }) => [tool, tasks, success, takes, loses]),
    ).toEqual([
      [null, 1, 0, 0, 1],
      ['x', 7, 0.142857, 0, 1],
      ['y', 0, null, 2, 0],
    ]);
  });
});

it('a tool whose schema cannot be checked is named, and any arguments fit it', () => {
  const trial = sampleTrial(
    [sampleTask('a', { tool: 'odd' })],
    [sampleAttempt('a', [call('odd', { a: 1 })])],
    { tools },
  );
  expect(buildReport(trial)).toMatchObject({ unchecked: ['odd'], outcomes: { success: 1 } });
});

it('an input whose pattern was not tried is named once, with its tool', () => {
  const endless = { type: 'string', pattern: '^(a+)+$' };
  const slow = { type: 'string', pattern: '[a-z]+b' };
  const settings = { ...every.header.settings, samples: 2 };
  const offered = [
    sampleTool('endless', { ip: endless, names: { type: 'array', items: endless }, n: { type: 'integer' } }),
    sampleTool('slow', { text: slow }),
    sampleTool('quick', { text: slow }),
    sampleTool('uncalled', { ip: endless }),
    sampleTool('unasked', { ip: endless }),
  ];
  const attemptsOf = (task: string, input: object) =>
    [0, 1].map((sample) => sampleAttempt(task, [call(task, input)], { sample }));
  const trial = sampleTrial(
    ['endless', 'slow', 'quick', 'uncalled'].map((id) => sampleTask(id, { tool: id })),
    [
      ...attemptsOf('endless', { ip: 'none' }),
      ...attemptsOf('slow', { text: 'a'.repeat(20_000) }),
      ...attemptsOf('quick', { text: 'ab' }),
      sampleAttempt('uncalled', []),
    ],
    { tools: offered, settings },
  );
  expect(buildReport(trial)).toMatchObject({
    outcomes: { success: 6 },
    unchecked: [],
    untriedPatterns: [
      { tool: 'endless', input: 'ip' },
      { tool: 'endless', input: 'names' },
      { tool: 'slow', input: 'text' },
      { tool: 'uncalled', input: 'ip' },
    ],
  });
});

it('samples make a share of their task, and the worst tool comes first', () => {
  const settings = { ...every.header.settings, samples: 3 };
  const at = (sample: number) => ({ sample });
  const trial = sampleTrial(
    [sampleTask('a'), sampleTask('b', { tool: 'y' }), sampleTask('c', { tool: ['gone', 'y'] })],
    [
      ...[0, 1, 2].map((sample) => sampleAttempt('a', [call('x')], at(sample))),
      ...[0, 1, 2].map((sample) => sampleAttempt('b', [call(sample === 1 ? 'y' : 'x')], at(sample))),
      ...[0, 1, 2].map((sample) => sampleAttempt('c', [call('y')], at(sample))),
    ],
    { settings },
  );
  expect(buildReport(trial)).toMatchObject({
    success: { rate: 0.777778, n: 3 },
    confusion: [{ wanted: 'y', chosen: 'x', count: 2 }],
    tools: [
      { tool: 'y', tasks: 2, success: 0.666667, takes: 0, loses: 2 },
      { tool: 'x', tasks: 1, success: 1, takes: 2, loses: 0 },
    ],
    perTask: [
      { id: 'a', successes: 3, attempts: 3 },
      { id: 'b', successes: 1, outcomes: ['wrong-tool', 'success', 'wrong-tool'] },
      { id: 'c', successes: 3, tool: ['gone', 'y'] },
    ],
  });
});

it('lists outcomes by sample, frequent confusions first, and no-calls about open values apart', () => {
  const settings = { ...every.header.settings, samples: 2 };
  const at = (sample: number) => ({ sample });
  const trial = sampleTrial(
    [
      sampleTask('a', { arguments: { coin: 'a' } }),
      sampleTask('b', { tool: 'y' }),
      sampleTask('open', { arguments: { coin: 'x' }, scored: [] }),
    ],
    [
      sampleAttempt('a', [call('y')], at(1)),
      sampleAttempt('a', [], at(0)),
      ...[0, 1].map((sample) => sampleAttempt('b', [call('x', { coin: 'x' })], at(sample))),
      ...[0, 1].map((sample) => sampleAttempt('open', [], at(sample))),
    ],
    { tools, settings },
  );
  const report = buildReport(trial);
  expect(report.perTask[0]?.outcomes).toEqual(['no-call', 'wrong-tool']);
  expect(report.confusion.map(({ chosen, count }) => [chosen, count])).toEqual([
    ['x', 2],
    ['y', 1],
  ]);
  expect(report).toMatchObject({ openValue: 2, outcomes: { 'no-call': 3 } });
});

it('an open trial is about what was answered', () => {
  const { header, attempts } = every;
  const report = buildReport({ header, attempts: attempts.slice(0, 3), isWhole: false });
  expect(report).toMatchObject({ isWhole: false, tasks: { asked: 3, failed: 5 }, success: { n: 3 } });
});

it('does not depend on the order of lines', () => {
  const report = JSON.stringify(buildReport(every));
  const shuffled = fc.shuffledSubarray([...every.attempts], { minLength: every.attempts.length });
  fc.assert(
    fc.property(shuffled, (attempts) => {
      expect(JSON.stringify(buildReport({ ...every, attempts }))).toBe(report);
    }),
    { numRuns: 50 },
  );
});
