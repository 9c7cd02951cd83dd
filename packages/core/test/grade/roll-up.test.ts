// Status and grade of a schema and of a namespace follow from their nodes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockersOf,
  isHeld,
  reasonOfWhole,
  rollUpSchema as rollUpBy,
  rollUpGrade,
  rollUpStatus,
  sayBlocker,
  sayReason,
} from '../../src/grade/roll-up.js';
import type { BlockedCause } from '../../src/spec/books/book.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { IndexNode } from '../../src/spec/index-file.js';
import { NODE_STATUSES, type NodeStatus, ROLLUP_STATUSES } from '../../src/spec/vocabulary.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';

const rollUpSchema = (toolsAggregate: IndexNode, tools: readonly IndexNode[]) =>
  rollUpBy(toolsAggregate, tools, (text) => DEFAULT_BOOK.spec.blocked({ cause: 'few-tests', text }));

const node = (value: NodeStatus, grade?: string) => ({ status: value, ...(grade && { grade }) });

const status = fc.constantFrom(...NODE_STATUSES);

const nodes = (statuses: readonly NodeStatus[]) => statuses.map((value) => ({ status: value }));

describe('rollUpStatus', () => {
  it.each([
    [[], 'pending'],
    [['pending', 'pending'], 'pending'],
    [['pending', 'blocked'], 'blocked'],
    [['blocked', 'graded'], 'partial'],
    [['pending', 'stable'], 'partial'],
    [['graded', 'stable'], 'partial'],
    [['stable', 'stable'], 'operational'],
    [['stable', 'rejected'], 'rejected'],
  ] as [NodeStatus[], string][])('%j is %s', (statuses, expected) => {
    expect(rollUpStatus(nodes(statuses))).toBe(expected);
  });

  it('is not operational while a score has to be given again', () => {
    const due = { status: 'stable', due: 'scoring-system-bump' } as const;
    expect(rollUpStatus([{ status: 'stable' }, due])).toBe('partial');
  });

  it('does not depend on the order of nodes', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...NODE_STATUSES, ...NODE_STATUSES]), (statuses) => {
        expect(rollUpStatus(nodes(statuses))).toBe(rollUpStatus(nodes([...statuses].sort())));
      }),
    );
  });
});

describe('the two vocabularies', () => {
  it('are not mixed: a node is never operational or partial, a namespace never graded or stable', () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 1 }), (statuses) => {
        expect(ROLLUP_STATUSES).toContain(rollUpStatus(nodes(statuses)));
        const [aggregate, ...tools] = statuses.map((value) => ({ status: value }));
        if (aggregate) expect(NODE_STATUSES).toContain(rollUpSchema(aggregate, tools).status);
      }),
    );
    const shared = NODE_STATUSES.filter((value) => (ROLLUP_STATUSES as readonly string[]).includes(value));
    expect(shared).toEqual(['pending', 'blocked', 'rejected']);
  });
});

describe('rollUpSchema', () => {
  it.each([
    ['stable', ['stable', 'rejected'], 'rejected'],
    ['rejected', ['stable'], 'rejected'],
    ['stable', ['stable', 'blocked'], 'blocked'],
    ['stable', ['stable', 'stable'], 'stable'],
    ['stable', ['graded'], 'graded'],
    ['pending', ['stable'], 'graded'],
    ['blocked', ['stable'], 'graded'],
    ['pending', ['pending'], 'pending'],
    ['blocked', ['pending'], 'blocked'],
    ['pending', [], 'pending'],
  ] as [NodeStatus, NodeStatus[], string][])('aggregate %s, tools %j → %s', (aggregate, tools, expected) => {
    expect(
      rollUpSchema(
        node(aggregate),
        tools.map((tool) => node(tool)),
      ).status,
    ).toBe(expected);
  });

  it.each([
    [{ reason: 'schema changed, re-grade required' }, 'schema changed, re-grade required'],
    [{}, 'not graded yet'],
  ])('without any graded node, gives the same reason as its aggregate: %j', (why, reason) => {
    expect(rollUpSchema({ ...node('pending'), ...why }, [node('pending')])).toEqual({
      status: 'pending',
      reason,
    });
  });

  it("the grade is the aggregate's, even when a tool is blocked", () => {
    expect(rollUpSchema(node('stable', 'B'), [node('blocked')])).toMatchObject({
      status: 'blocked',
      grade: 'B',
    });
    expect(rollUpSchema(node('pending', 'B'), [node('pending')]).grade).toBeUndefined();
  });

  it('a bad tool cannot hide: one rejected tool always rejects', () => {
    fc.assert(
      fc.property(status, fc.array(status), (aggregate, tools) => {
        const result = rollUpSchema(
          node(aggregate),
          [...tools, 'rejected' as const].map((tool) => node(tool)),
        );
        expect(result).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
      }),
    );
  });
});

describe('rollUpGrade', () => {
  it.each([
    [[], undefined],
    [[undefined], undefined],
    [['A', 'C', undefined, 'B'], 'C'],
    [['A', 'REJECTED'], 'REJECTED'],
  ])('%j → %s', (grades, expected) => {
    expect(rollUpGrade(grades)).toBe(expected);
  });
});

describe('where reasons are a closed list', () => {
  const { spec } = LATER_BOOK;
  const blocked = (cause: BlockedCause, text = 'why', code?: string): IndexNode =>
    spec.blocked({ cause, text, ...(code !== undefined && { code }) });

  it('a schema names the reason its tools have in common, with their number for people', () => {
    const show = (text: string) => spec.blocked({ cause: 'api-down', text });
    const tools = [blocked('api-down'), node('pending'), blocked('api-down')];
    expect(rollUpBy(node('graded', 'C'), tools, show)).toEqual({
      ...{ status: 'blocked', grade: 'C', reason: 'api-down', detail: '2 of 3 tools blocked' },
    });
  });

  it('a schema takes over all that its aggregate says', () => {
    const aggregate = blocked('invalid', 'entry unreadable', 'IDX-004');
    expect(rollUpSchema(aggregate, [node('pending')])).toEqual(aggregate);
  });

  const ORDER = ['invalid', 'api-down', 'few-tests', 'not-imported', 'no-about'] as const;
  it.each(ORDER.map((cause, at) => [cause, ORDER.slice(at)] as const))(
    'a blocked whole has the reason of %s before those of %j',
    (cause, causes) => {
      const nodes = [...causes].reverse().map((one) => blocked(one));
      expect(reasonOfWhole([...nodes, node('pending')], spec)).toBe(blocked(cause).reason);
      const own = blocked('no-readable-schema').reason;
      expect(reasonOfWhole(nodes, spec, own)).toBe('all-schemas-unparseable');
    },
  );

  it('a whole that is not blocked has none, whatever its nodes say', () => {
    const own = 'all-schemas-unparseable';
    expect(reasonOfWhole([blocked('invalid'), node('graded', 'C')], spec, own)).toBeUndefined();
    expect(reasonOfWhole([blocked('invalid'), node('rejected')], spec)).toBeUndefined();
    expect(reasonOfWhole([blocked('waits')], spec)).toBeUndefined();
    expect(reasonOfWhole([node('blocked')], DEFAULT_BOOK.spec, own)).toBeUndefined();
  });

  it('a blocker shows the reason, the sentence and the code', () => {
    const found = blockersOf([
      ['one', blocked('invalid', 'entry unreadable', 'IDX-004')],
      ['two', blocked('waits')],
    ]);
    expect(found).toEqual([
      { node: 'one', reason: 'validation-failed', message: 'entry unreadable', code: 'IDX-004' },
    ]);
    expect(found.map(sayBlocker)).toEqual(['entry unreadable']);
    expect(sayBlocker({ reason: 'a sentence' })).toBe('a sentence');
  });

  it('people read the sentence', () => {
    const said = [blocked('few-tests'), blocked('waits'), { reason: 'a sentence' }, {}].map(sayReason);
    expect(said).toEqual(['why', 'why', 'a sentence', undefined]);
  });

  it('a node is held if it is blocked or waits, unless only its rules block it', () => {
    expect([blocked('few-tests'), blocked('waits'), node('pending'), node('stable')].map(isHeld)).toEqual([
      ...[true, true, false, false],
    ]);
    expect(isHeld({ status: 'blocked', due: 'grading-system-bump' })).toBe(false);
  });
});
