// What a gate fails, what its baseline accepts, and which entries of it are told of.
import { describe, expect, it } from 'vitest';
import { judgeNodes, updateBaseline } from '../../../src/engine/gate/compare-baseline.js';
import type { GateNode, GatePolicy } from '../../../src/engine/gate/judge-node.js';
import type { GradingBaselineNode } from '../../../src/model/grading-baseline.js';

const TARGET = 'providers/tidewatch';
const POLICY: GatePolicy = {
  minGrade: 'B',
  maxAgeDays: null,
  noise: 0.2,
  now: new Date('2026-11-28T12:00:00Z'),
};

function node(id: string, grade: string, score: number, more: Partial<GateNode> = {}): GateNode {
  const status = ['A', 'B'].includes(grade) ? 'stable' : 'graded';
  return {
    target: TARGET,
    node: id,
    status,
    grade,
    score,
    gradedAt: '2026-11-01T10-00-00Z',
    reason: null,
    ...more,
  };
}

function entry(id: string, grade: 'A' | 'B' | 'C' | 'D', score: number, more = {}): GradingBaselineNode {
  const status = ['A', 'B'].includes(grade) ? 'stable' : 'graded';
  return { target: TARGET, node: id, status, grade, score, ...more };
}

const pending = { status: 'pending', grade: null, score: null, reason: 'not graded yet' } as const;

function codes(nodes: GateNode[], baseline: GradingBaselineNode[] | null, policy: Partial<GatePolicy> = {}) {
  return judgeNodes(nodes, baseline, { ...POLICY, ...policy }).problems.map(({ code }) => code);
}

describe('judgeNodes', () => {
  it.each<[string, GateNode, GradingBaselineNode | null, string[]]>([
    ['at the bar', node('a', 'B', 3.5), null, []],
    ['above the bar', node('a', 'A', 4.6), null, []],
    ['below the bar', node('a', 'C', 3.4), null, ['GAT-004']],
    ['an existing D that is accepted', node('a', 'D', 2), entry('a', 'D', 2), []],
    ['a new C', node('a', 'C', 3), entry('b', 'B', 4), ['GAT-004', 'GAT-011']],
    ['a drop of 0.1', node('a', 'B', 3.7), entry('a', 'B', 3.8), []],
    ['a drop of 0.1 below the bar', node('a', 'C', 3.45), entry('a', 'B', 3.55), []],
    ['a drop of exactly the noise', node('a', 'B', 3.6), entry('a', 'B', 3.8), []],
    ['a drop of 0.5', node('a', 'B', 3.5), entry('a', 'B', 4), ['GAT-003']],
    ['a drop of 0.5 of an accepted D', node('a', 'D', 1.6), entry('a', 'D', 2.1), ['GAT-003']],
    ['a better score', node('a', 'B', 4.4), entry('a', 'B', 3.6), []],
    [
      'an expired entry',
      node('a', 'D', 2),
      entry('a', 'D', 2, { expires: '2026-11-27' }),
      ['GAT-004', 'GAT-010'],
    ],
    ['the last day of an entry', node('a', 'D', 2), entry('a', 'D', 2, { expires: '2026-11-28' }), []],
    ['an entry that is not needed', node('a', 'B', 3.9), entry('a', 'D', 2), ['GAT-012']],
    ['nothing graded', node('a', 'B', 0, pending), null, ['GAT-002']],
    [
      'nothing graded, accepted',
      node('a', 'B', 0, pending),
      { target: TARGET, node: 'a', status: 'pending' },
      [],
    ],
    ['a grade that was lost', node('a', 'B', 0, pending), entry('a', 'B', 4), ['GAT-006']],
    [
      'a veto',
      node('a', 'B', 0, { ...pending, status: 'rejected', grade: 'REJECTED' }),
      entry('a', 'B', 4),
      ['GAT-001'],
    ],
    [
      'an accepted veto',
      node('a', 'B', 0, { ...pending, status: 'rejected', grade: 'REJECTED' }),
      { target: TARGET, node: 'a', status: 'rejected', grade: 'REJECTED' },
      [],
    ],
  ])('%s', (_, one, known, expected) => {
    expect(codes([one], known && [known])).toEqual(expected);
  });

  it('counts what it accepts', () => {
    const nodes = [node('a', 'D', 2), node('b', 'C', 3), node('c', 'B', 4)];
    const found = judgeNodes(nodes, [entry('a', 'D', 2), entry('b', 'C', 3), entry('c', 'B', 4)], POLICY);
    expect(found).toEqual({ problems: [], accepted: 2 });
  });

  it('fails an old grade, whatever the letter', () => {
    const old = node('a', 'A', 5, { gradedAt: '2026-10-01T12-00-00Z' });
    expect(codes([old], null, { maxAgeDays: 58 })).toEqual([]);
    expect(codes([old], null, { maxAgeDays: 57 })).toEqual(['GAT-005']);
  });

  it('without a bar fails only what got worse or has no grade', () => {
    const nodes = [node('a', 'F', 1), node('b', 'C', 3)];
    expect(codes(nodes, [entry('b', 'B', 4)], { minGrade: null })).toEqual(['GAT-003']);
  });

  it('says nothing of entries of targets that were not looked at', () => {
    const other = { ...entry('a', 'B', 4), target: 'providers/meadow' };
    expect(codes([node('a', 'B', 4)], [other])).toEqual([]);
  });
});

describe('updateBaseline', () => {
  it('takes all nodes as they are; then the gate passes', () => {
    const nodes = [node('a', 'D', 2), node('b', 'B', 4), node('c', 'B', 0, pending)];
    const updated = updateBaseline(nodes, [], POLICY);
    expect(codes(nodes, updated)).toEqual([]);
    expect(updated.map((one) => one.node)).toEqual(['a', 'b', 'c']);
  });

  it('keeps reason and day of what is still below the bar, and drops them of what is not', () => {
    const words = { reason: 'vendor says spring', expires: '2027-03-01' };
    const before = [entry('a', 'D', 2, words), entry('b', 'D', 2, words)];
    const updated = updateBaseline([node('a', 'D', 2.1), node('b', 'B', 4)], before, POLICY);
    expect(updated).toEqual([entry('a', 'D', 2.1, words), entry('b', 'B', 4)]);
  });

  it('leaves other targets alone and drops nodes that are gone', () => {
    const other = { ...entry('x', 'B', 4), target: 'providers/meadow' };
    expect(updateBaseline([node('a', 'B', 4)], [other, entry('gone', 'B', 4)], POLICY)).toEqual([
      other,
      entry('a', 'B', 4),
    ]);
  });
});
