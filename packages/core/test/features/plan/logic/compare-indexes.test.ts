// What other rules change, node by node, and what each change comes from.
import { describe, expect, it } from 'vitest';
import { compareIndexes } from '../../../../src/features/plan/logic/compare-indexes.js';
import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../../../src/spec/index-file.js';
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

const FEW = 'fewer than 3 working tests (1 of 3)';
const BLOCKED = { status: 'blocked', reason: FEW } as const;
const NO_ANSWER = { status: 'blocked', reason: 'api-down', detail: 'no test got an answer' } as const;
const RULES = { scoringSystem: 'a', gradingSystem: 'b' };

describe('a node under other rules', () => {
  it.each([
    ['bar', BLOCKED, { status: 'pending' }, `blocked: ${FEW}`, 'pending'],
    ['bar', { status: 'stable', grade: 'B' }, BLOCKED, 'stable B', `blocked: ${FEW}`],
    ['bar', BLOCKED, { status: 'stable', grade: 'B' }, `blocked: ${FEW}`, 'stable B'],
    ['bar', { ...BLOCKED, reason: 'few', detail: FEW }, { status: 'pending' }, 'blocked: few', 'pending'],
    ['reason', BLOCKED, { ...BLOCKED, reason: 'few' }, `blocked: ${FEW}`, 'blocked: few'],
    ['reason', { status: 'pending' }, NO_ANSWER, 'pending', 'blocked: api-down'],
    ['reason', { status: 'pending' }, { status: 'pending', reason: 'new' }, 'pending', 'pending: new'],
    [
      'gate',
      { status: 'pending' },
      { status: 'pending', reason: 'waits', waits: true },
      'pending',
      'pending: waits',
    ],
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
    const pending = { status: 'pending' } as const;
    const [was, is] = [indexWith(BLOCKED, { status: 'blocked' }), indexWith(pending, { status: 'pending' })];
    expect(compareIndexes(was, is, { isByThresholds: false })).toEqual([
      { node: '', before: 'blocked', after: 'pending', why: 'bar' },
      { node: NODE, before: `blocked: ${FEW}`, after: 'pending', why: 'bar' },
    ]);
  });

  it('of another schema does not change by the bar of this one', () => {
    const withOther = (tool: Partial<IndexNode>, reason: string) => {
      const other = { status: tool.status === 'blocked' ? 'pending' : 'blocked', reason };
      const { schemas } = indexWith(tool);
      return indexWith(tool, {
        schemas: { ...schemas, two: { ...other, toolsAggregate: other, tools: {} } },
      });
    };
    const changes = compareIndexes(withOther(BLOCKED, 'x'), withOther({ status: 'pending' }, 'y'), {
      isByThresholds: false,
    });
    expect(changes.map(({ node, why }) => [node, why])).toEqual([
      [NODE, 'bar'],
      ['schemas.two', 'reason'],
      ['schemas.two.toolsAggregate', 'reason'],
    ]);
  });

  it.each([
    ['reason', null, { status: 'pending', reason: 'not imported' }, 'blocked'],
    ['bar', 'a.mjs', { status: 'blocked', reason: 'tools aggregate blocked' }, 'pending'],
    ['reason', 'a.mjs', { status: 'blocked', reason: 'was' }, 'blocked'],
  ] as const)(
    'of a selection, a member changes by its %s (artifact %s)',
    (why, resolvedArtifact, was, status) => {
      const selection = (member: object) =>
        ({
          ...{ status: 'partial', about: { status: 'pending' }, skills: {} },
          ...{ selectionAggregate: { status: 'pending' }, members: { 'a.data': member } },
        }) as unknown as SelectionIndex;
      const is = { status, reason: 'not-imported' };
      const [before, after] = [was, is].map((one) => selection({ ...one, resolvedArtifact }));
      const found = compareIndexes(before as SelectionIndex, after as SelectionIndex, {
        isByThresholds: false,
      });
      expect(found.map((change) => [change.node, change.why])).toEqual([['members.a.data', why]]);
    },
  );
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
