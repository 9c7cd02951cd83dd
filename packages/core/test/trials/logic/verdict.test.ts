// How one attempt ends, and which values count as equal.
import { describe, expect, it } from 'vitest';
import type { TrialCall, TrialTask } from '../../../src/trials/logic/trial-lines.js';
import { createChecks, judgeAttempt, rightArguments } from '../../../src/trials/logic/verdict.js';
import { call, sampleTask, sampleTool } from './sample-trials.js';

const checks = createChecks([
  sampleTool('x', { coin: { type: 'string' }, days: { type: 'integer' } }, { required: ['coin'] }),
  sampleTool('y'),
  sampleTool('odd', { a: { type: 'no-type' } }),
  sampleTool('endless', { a: { $ref: '#/$defs/b' } }, { $defs: { b: { $ref: '#/$defs/b' } } }),
]);
const bitcoin = sampleTask('a', { arguments: { coin: 'bitcoin' } });
const none = sampleTask('b', { tool: null });

it.each<[string, TrialTask, TrialCall[], string]>([
  ['the right call', bitcoin, [call('x', { coin: ' Bitcoin', days: 3 })], 'success'],
  ['another value', bitcoin, [call('x', { coin: 'ether' })], 'wrong-arguments'],
  [
    'no value for what the schema leaves optional',
    sampleTask('a', { arguments: { days: 3 } }),
    [call('x', { coin: 'c' })],
    'wrong-arguments',
  ],
  ['against the schema', bitcoin, [call('x', { coin: 'bitcoin', days: 'three' })], 'invalid-call'],
  ['without a required value', bitcoin, [call('x', {})], 'invalid-call'],
  ['unreadable', bitcoin, [{ name: 'x', input: '{"coin":', invalid: 'unreadable' }], 'invalid-call'],
  ['another tool', bitcoin, [call('y')], 'wrong-tool'],
  ['another tool, unreadable', bitcoin, [{ name: 'y', input: '{', invalid: 'unreadable' }], 'wrong-tool'],
  ['a tool that is not there', bitcoin, [{ name: 'z', input: {}, invalid: 'unknown' }], 'unknown-tool'],
  [
    'the real name, which the model was not shown',
    bitcoin,
    [{ name: 'x', input: { coin: 'bitcoin' }, invalid: 'unknown' }],
    'unknown-tool',
  ],
  [
    'the same call twice',
    bitcoin,
    [call('x', { coin: 'bitcoin' }), call('x', { coin: 'bitcoin' })],
    'several-calls',
  ],
  ['words alone', bitcoin, [], 'no-call'],
  ['rightly none', none, [], 'success'],
  ['one although none is right', none, [call('x', { coin: 'c' })], 'wrong-tool'],
  ['several although none is right', none, [call('y'), call('y')], 'several-calls'],
  ['the second of two right tools', sampleTask('c', { tool: ['x', 'y'] }), [call('y')], 'success'],
  ['a schema that cannot be checked', sampleTask('d', { tool: 'odd' }), [call('odd', { a: 1 })], 'success'],
  ['a schema without end', sampleTask('e', { tool: 'endless' }), [call('endless', { a: 1 })], 'success'],
])('%s', (_, task, calls, outcome) => {
  expect(judgeAttempt(task, { calls }, checks)).toBe(outcome);
});

it.each<[string, TrialTask, string[], TrialCall[], string]>([
  ['the right tool was shown and called', bitcoin, ['y', 'x'], [call('x', { coin: 'bitcoin' })], 'success'],
  ['it was called without being shown', bitcoin, ['y'], [call('x', { coin: 'bitcoin' })], 'success'],
  ['it was shown, and another one called', bitcoin, ['y', 'x'], [call('y')], 'wrong-tool'],
  ['it was shown, and none called', bitcoin, ['x'], [], 'no-call'],
  ['it was never shown, and another one called', bitcoin, ['y'], [call('y')], 'not-found'],
  ['it was never shown, and none called', bitcoin, [], [], 'not-found'],
  ['rightly none', none, ['x', 'y'], [], 'success'],
  ['one although none is right', none, ['x'], [call('x')], 'wrong-tool'],
])('with a search, %s', (_, task, hits, calls, outcome) => {
  const queries = [
    { query: 'a', hits: [] },
    { query: 'b', hits },
  ];
  expect(judgeAttempt(task, { calls, queries }, checks)).toBe(outcome);
});

it('a model that does not search misses nothing', () => {
  expect(judgeAttempt(bitcoin, { calls: [], queries: [] }, checks)).toBe('no-call');
});

it('a schema without end is known as one that cannot be checked, once arguments show it', () => {
  const { inputSchema } = sampleTool(
    'x',
    { a: { $ref: '#/$defs/b' } },
    { $defs: { b: { $ref: '#/$defs/b' } } },
  );
  const own = createChecks([{ ...sampleTool('x'), inputSchema }]);
  expect([own('x')?.({}), own('x')?.({ a: 1 }), own('x')]).toEqual([null, null, null]);
});

const IPV4 = {
  properties: { ip: { type: 'string', pattern: '^(\\d{1,3}\\.){3}\\d{1,3}$' }, kind: { enum: ['a', 'b'] } },
  required: ['ip'],
  additionalProperties: false,
};
it.each<[string, Record<string, unknown>, object, string]>([
  [
    'alternatives by what they require',
    { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 1 },
    'success',
  ],
  [
    'the same, with a type',
    {
      oneOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', required: ['b'] },
      ],
    },
    { a: 1 },
    'success',
  ],
  ['a required key without a schema', { required: ['z'] }, { a: 1 }, 'invalid-call'],
  ['a required key of any type', { properties: { z: {} }, required: ['z'] }, { a: 1 }, 'invalid-call'],
  ['a required key with a default', { properties: { z: { default: 1 } }, required: ['z'] }, {}, 'success'],
  ['an address, whose pattern is not tried', IPV4, { ip: 'none' }, 'success'],
  ['another type beside such a pattern', IPV4, { ip: 1 }, 'invalid-call'],
  ['a key that is missing beside it', IPV4, {}, 'invalid-call'],
  ['a value that is not listed beside it', IPV4, { ip: '::1', kind: 'c' }, 'invalid-call'],
  ['a key too many beside it', IPV4, { ip: '::1', other: 1 }, 'invalid-call'],
])('%s', (_, schema, input, outcome) => {
  const tool = { name: 'x', alias: 'x', inputSchema: { type: 'object', ...schema } };
  expect(judgeAttempt(sampleTask('a', {}), { calls: [{ name: 'x', input }] }, createChecks([tool]))).toBe(
    outcome,
  );
});

it('a pattern that may never end is not tried, and others not on texts that keep them busy', () => {
  const long = 'a'.repeat(20_000);
  const some = createChecks([
    sampleTool('endless', { a: { type: 'string', pattern: '^(a+)+$' } }),
    sampleTool('slow', { a: { type: 'string', pattern: '[a-z]+b' }, n: { type: 'integer' } }),
  ]);
  expect(some('endless')?.({ a: `${'a'.repeat(60)}b` })).toBe(null);
  const slow = some('slow');
  expect(slow?.({ a: 'aaa' })).toMatch(/^arguments\.a: /);
  expect(slow?.({ a: long })).toBe(null);
  expect(slow?.({ a: long, n: 'three' })).toMatch(/^arguments\.n: /);
});

describe('a value', () => {
  it.each<[wanted: unknown, found: unknown, isRight: boolean]>([
    [5, '5', true],
    ['5', 5, true],
    [5, 5.0, true],
    [0.1, '0.10', true],
    [5, '', false],
    [0, '', false],
    ['007', '7', false],
    ['007', 7, true],
    ['Berlin ', ' berlin', true],
    ['Berlin', 'Berlin, Germany', false],
    [true, true, true],
    [true, 'true', false],
    [null, null, true],
    [null, 'null', false],
    [['a', 'b'], ['A', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a'], ['a', 'b'], false],
    [['a'], 'a', false],
    [{ a: 1, b: 'x' }, { b: 'X', a: '1' }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, [1], false],
  ])('%j answered with %j: %s', (wanted, found, isRight) => {
    expect(rightArguments(sampleTask('a', { arguments: { v: wanted } }), { v: found })).toBe(isRight ? 1 : 0);
  });

  it('is free where it is not scored, and not right where it is missing or inherited', () => {
    const task = sampleTask('a', {
      arguments: { one: 1, two: 2, toString: 'x' },
      scored: ['one', 'toString'],
    });
    expect(rightArguments(task, { one: 1, two: 7 })).toBe(1);
    expect(rightArguments(task, 'text')).toBe(0);
  });
});
