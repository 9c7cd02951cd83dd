// Status and grade of a schema and of a namespace follow from their nodes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rollUpGrade, rollUpSchema, rollUpStatus } from '../../src/grade/roll-up.js';
import { NODE_STATUSES, type NodeStatus, ROLLUP_STATUSES } from '../../src/spec/vocabulary.js';

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
  const node = (value: NodeStatus, grade?: string) => ({ status: value, ...(grade && { grade }) });
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
