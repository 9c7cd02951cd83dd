// What other rules change, node by node, and what each change comes from.
import { describe, expect, it } from 'vitest';
import { compareIndexes } from '../../../../src/features/plan/logic/compare-indexes.js';
import type { IndexNode, NamespaceIndex } from '../../../../src/spec/index-file.js';
import { countFreed } from '../../../../src/target/logic/freed-tools.js';

const NODE = 'schemas.one.tools.get';

/** An index with one tool. */
function indexWith(tool: Partial<IndexNode>, more: object = {}): NamespaceIndex {
  const pending = { status: 'pending' };
  return {
    status: 'partial',
    about: pending,
    description: pending,
    namespaceAggregate: pending,
    skills: {},
    schemas: { one: { ...pending, toolsAggregate: pending, tools: { get: tool } } },
    ...more,
  } as unknown as NamespaceIndex;
}

const under = (was: Partial<IndexNode>, is: Partial<IndexNode>, isByThresholds = false) =>
  compareIndexes(indexWith(was), indexWith(is), { isByThresholds });

const BLOCKED = { status: 'blocked', reason: '1 of 3 working tests' } as const;
const RULES = { scoringSystem: 'a', gradingSystem: 'b' };

describe('a node under other rules', () => {
  it.each([
    ['bar', BLOCKED, { status: 'pending' }, 'blocked: 1 of 3 working tests', 'pending'],
    ['bar', { status: 'stable', grade: 'B' }, BLOCKED, 'stable B', 'blocked: 1 of 3 working tests'],
    ['bar', BLOCKED, { status: 'stable', grade: 'B' }, 'blocked: 1 of 3 working tests', 'stable B'],
    ['reason', BLOCKED, { ...BLOCKED, reason: 'few' }, 'blocked: 1 of 3 working tests', 'blocked: few'],
    ['gate', { status: 'pending' }, { status: 'pending', reason: 'waits' }, 'pending', 'pending: waits'],
    ['bands', { status: 'stable', grade: 'B' }, { status: 'graded', grade: 'C' }, 'stable B', 'graded C'],
    [
      'bands',
      { status: 'stable', grade: 'B' },
      {
        status: 'stable',
        grade: 'B',
        rules: RULES,
        regraded: { gradingSystem: 'c', grade: 'C', status: 'graded' },
      },
      'stable B',
      'graded C',
    ],
  ] as const)('changes by its %s: %j → %j', (why, was, is, before, after) => {
    expect(under(was, is)).toEqual([{ node: NODE, before, after, why }]);
  });

  it('that is the same is not listed, nor is a score alone', () => {
    expect(
      under({ status: 'stable', grade: 'B', score: 4 }, { status: 'stable', grade: 'B', score: 3.9 }),
    ).toEqual([]);
  });

  it('is the target as a whole, too', () => {
    const [was, is] = [indexWith(BLOCKED, { status: 'blocked' }), indexWith(BLOCKED, { status: 'pending' })];
    expect(compareIndexes(was, is, { isByThresholds: false })).toEqual([
      { node: '', before: 'blocked', after: 'pending', why: 'bar' },
    ]);
  });
});

it('under other thresholds, only letters and statuses count', () => {
  expect(under(BLOCKED, { ...BLOCKED, reason: 'few' }, true)).toEqual([]);
  expect(under({ status: 'stable', grade: 'B' }, { status: 'graded', grade: 'C' }, true)).toEqual([
    { node: NODE, before: 'stable B', after: 'graded C' },
  ]);
});

describe('a tool is freed', () => {
  it.each([
    [1, BLOCKED, { status: 'pending' }],
    [1, BLOCKED, { status: 'stable', grade: 'B' }],
    [0, BLOCKED, { ...BLOCKED, reason: 'few' }],
    [0, { status: 'pending' }, { status: 'pending' }],
    [0, { status: 'pending' }, BLOCKED],
  ] as const)('%i: %j → %j', (tools, was, is) => {
    expect(countFreed(indexWith(was), indexWith(is))).toBe(tools);
  });

  it('but a schema is no tool', () => {
    const schemas = (status: string) => ({
      schemas: { one: { status, toolsAggregate: { status }, tools: {} } },
    });
    expect(countFreed(indexWith({}, schemas('blocked')), indexWith({}, schemas('pending')))).toBe(0);
  });
});
