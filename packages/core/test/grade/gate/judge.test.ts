// Failures of a gate, what its baseline accepts, and which baseline entries are reported.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboutBaseline, entriesOf, updateBaseline } from '../../../src/grade/gate/baseline.js';
import type { GateNode, GatePolicy } from '../../../src/grade/gate/gate-node.js';
import { judgeNode } from '../../../src/grade/gate/judge.js';
import { aboutTests, GATE_RULES } from '../../../src/grade/gate/reasons.js';
import type { GradingBaselineNode } from '../../../src/spec/baselines.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import type { Grade } from '../../../src/spec/vocabulary.js';
import { gradingLayer, registerLayers } from '../../spec/books/registered-layers.js';

const TARGET = 'providers/tidewatch';
const POLICY: GatePolicy = {
  minGrade: 'B',
  minCoverage: 0.5,
  grading: DEFAULT_BOOK.grading,
  maxAgeDays: null,
  noise: 0.2,
  allowMapped: false,
  now: new Date('2026-11-28T12:00:00Z'),
};

function node(id: string, grade: string, score: number, more: Partial<GateNode> = {}): GateNode {
  const status = ['A', 'B'].includes(grade) ? 'stable' : 'graded';
  return {
    target: TARGET,
    node: id,
    tier: 'autonomous',
    status,
    grade,
    score,
    coverage: null,
    answeredAt: '2026-11-01T10:00:00.000Z',
    reason: null,
    gathered: {},
    tested: null,
    ...more,
  };
}

function entry(id: string, grade: 'A' | 'B' | 'C' | 'D', score: number, more = {}): GradingBaselineNode {
  const status = ['A', 'B'].includes(grade) ? 'stable' : 'graded';
  return { target: TARGET, node: id, status, grade, score, ...more };
}

/** The two likeliest letters of a judge. */
const doubt = (first: Grade, second: Grade, chance = 0.6): Partial<GateNode> => ({
  certainty: {
    ...{ letter: first === 'C' && second === 'B' ? 'B' : first, samples: 9, until: 0.95 },
    letters: [
      { grade: first, chance },
      { grade: second, chance: 1 - chance },
    ],
  },
});

const pending = { status: 'pending', grade: null, score: null, reason: 'not graded yet' } as const;

const mapped = { gathered: { originMap: true }, tested: 'tested against another origin' } as const;
const vetoed = node('a', 'B', 0, { ...pending, status: 'rejected', grade: 'REJECTED' });
const selection = { tier: 'group-bound' } as const;
const words = { reason: 'the provider was asked', expires: '2026-12-31' };
const ungraded = (status: 'pending' | 'blocked', more = {}): GradingBaselineNode => ({
  target: TARGET,
  node: 'a',
  status,
  ...more,
});
const vetoEntry = (more = {}): GradingBaselineNode => ({
  target: TARGET,
  node: 'a',
  status: 'rejected',
  grade: 'REJECTED',
  ...more,
});
const unscored = (grade: 'B' | 'C'): GradingBaselineNode => {
  const { score: _, ...rest } = entry('a', grade, 3);
  return rest;
};

function codes(nodes: GateNode[], baseline: GradingBaselineNode[] | null, more: Partial<GatePolicy> = {}) {
  const policy = { ...POLICY, ...more };
  const failures = nodes.flatMap((one) => judgeNode(one, entriesOf(baseline), policy).failures);
  const told = aboutBaseline(nodes, baseline ?? [], policy);
  return [...failures.map(({ problem }) => problem), ...told].map(({ code }) => code);
}

it('mapped tests count if they are allowed, and tests that fail nothing are reported once per kind', () => {
  const nodes = [
    node('a', 'B', 4, mapped),
    node('b', 'B', 4),
    ...['c', 'd', 'e', 'f', 'g', 'h', 'i'].map((id) => node(id, 'B', 4, { tested: 'origin not recorded' })),
  ];
  expect(codes(nodes, null, { allowMapped: true })).toEqual([]);
  const told = (allowMapped: boolean) =>
    aboutTests(TARGET, nodes, { ...POLICY, allowMapped }).map(({ code, args }) => [
      code,
      args?.tested,
      args?.nodes,
    ]);
  const unrecorded = ['GAT-016', 'origin not recorded', 'c, d, e, f, g, h, and 1 more'];
  expect(told(false)).toEqual([unrecorded]);
  expect(told(true)).toEqual([['GAT-016', 'tested against another origin', 'a'], unrecorded]);
});

describe('judgeNode', () => {
  it.each<[string, GateNode, GradingBaselineNode | null, string[]]>([
    ['at the bar', node('a', 'B', 3.5), null, []],
    ['above the bar', node('a', 'A', 4.6), null, []],
    ['below the bar', node('a', 'C', 3.4), null, ['GAT-004']],
    ['undecided between B and C', node('a', 'B', 3.6, doubt('B', 'C')), null, ['GATE-030']],
    ['undecided between C and B', node('a', 'B', 3.6, doubt('C', 'B')), null, ['GATE-030']],
    ['undecided between B and A', node('a', 'B', 4.4, doubt('B', 'A')), null, []],
    ['undecided below the bar', node('a', 'C', 3.4, doubt('C', 'B')), null, ['GAT-004']],
    ['a decided B', node('a', 'B', 3.6, doubt('B', 'C', 0.95)), null, []],
    ['an undecided B that is accepted', node('a', 'B', 3.6, doubt('B', 'C')), entry('a', 'B', 3.6), []],
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
    ['an accepted veto', vetoed, vetoEntry(words), []],
    ['a veto accepted for no reason', vetoed, vetoEntry({ expires: words.expires }), ['GAT-001', 'GAT-013']],
    ['a veto accepted for good', vetoed, vetoEntry({ reason: words.reason }), ['GAT-001', 'GAT-013']],
    [
      'a veto accepted until yesterday',
      vetoed,
      vetoEntry({ ...words, expires: '2026-11-27' }),
      ['GAT-001', 'GAT-010'],
    ],
    ['a veto where a blocked node was accepted', vetoed, ungraded('blocked', words), ['GAT-001']],
    [
      'a blocked node where a pending one was accepted',
      node('a', 'B', 0, { ...pending, status: 'blocked' }),
      ungraded('pending'),
      ['GAT-002'],
    ],
    [
      'a pending node where a blocked one was accepted',
      node('a', 'B', 0, pending),
      ungraded('blocked'),
      ['GAT-002'],
    ],
    ['a pending node where a veto was accepted', node('a', 'B', 0, pending), vetoEntry(words), ['GAT-002']],
    ['a D where a pending node was accepted', node('a', 'D', 2), ungraded('pending'), ['GAT-004']],
    ['judged by half', node('a', 'B', 4, { coverage: 0.5 }), null, []],
    ['judged by less than half', node('a', 'B', 4, { coverage: 0.499 }), null, ['GAT-014']],
    ['below the bar, and judged in part', node('a', 'C', 3, { coverage: 0 }), null, ['GAT-004', 'GAT-014']],
    [
      'judged by less, as it was accepted',
      node('a', 'B', 4, { coverage: 0.3 }),
      entry('a', 'B', 4, { coverage: 0.3 }),
      [],
    ],
    [
      'judged by less than was accepted',
      node('a', 'B', 4, { coverage: 0.3 }),
      entry('a', 'B', 4, { coverage: 1 }),
      ['GAT-014'],
    ],
    ['judged by less, in a baseline of before', node('a', 'B', 4, { coverage: 0.3 }), entry('a', 'B', 4), []],
    [
      'judged by less, and accepted until yesterday',
      node('a', 'B', 4, { coverage: 0.3 }),
      entry('a', 'B', 4, { coverage: 0.3, expires: '2026-11-27' }),
      ['GAT-014', 'GAT-010'],
    ],
    [
      'judged by less, where a pending node was accepted',
      node('a', 'B', 4, { coverage: 0.3 }),
      ungraded('pending'),
      ['GAT-014', 'GAT-012'],
    ],
    ['a grade on mapped tests', node('a', 'B', 4, mapped), null, ['GAT-015']],
    [
      'a grade on mapped tests, which no baseline accepts',
      node('a', 'B', 4, mapped),
      entry('a', 'B', 4),
      ['GAT-015'],
    ],
    ['a grade on mapped tests below the bar', node('a', 'C', 3, mapped), null, ['GAT-004', 'GAT-015']],
    [
      'tests at a private address, with trusted handlers',
      node('a', 'B', 4, {
        gathered: { allowedHost: true, handlers: 'trust' },
        tested: 'at a private address',
      }),
      null,
      [],
    ],
    ['mapped tests of what has no grade', node('a', 'B', 0, { ...pending, ...mapped }), null, ['GAT-002']],
    [
      "a grade on tests of a network of one's own",
      node('a', 'B', 4, { gathered: { allowedHost: true, handlers: 'trust' }, tested: 'tested at …' }),
      null,
      [],
    ],
    ['a letter lost to a cap', node('a', 'B', 4.7, selection), entry('a', 'A', 4.7), ['GAT-007']],
    [
      'a letter lost to a cap, with a smaller score',
      node('a', 'B', 4.6, selection),
      entry('a', 'A', 4.7),
      ['GAT-007'],
    ],
    [
      'a letter lost to a score that differs a little',
      node('a', 'B', 4.45, selection),
      entry('a', 'A', 4.55),
      [],
    ],
    ['an A that its tier trims', node('a', 'B', 4.7), entry('a', 'B', 4.8), []],
    ['a lost letter where nobody wrote a score', node('a', 'C', 3), unscored('B'), ['GAT-007']],
    ['the same letter where nobody wrote a score', node('a', 'C', 3), unscored('C'), []],
    [
      'an expired entry, and a drop',
      node('a', 'B', 3.6),
      entry('a', 'B', 4.4, { expires: '2026-11-27' }),
      ['GAT-003', 'GAT-010'],
    ],
  ])('%s', (_, one, known, expected) => {
    expect(codes([one], known && [known])).toEqual(expected);
  });

  it('marks what it accepts', () => {
    const baseline = [entry('a', 'D', 2), entry('b', 'C', 3), entry('c', 'B', 4)];
    const nodes = [node('a', 'D', 2), node('b', 'C', 3), node('c', 'B', 4)];
    const verdicts = nodes.map((one) => judgeNode(one, entriesOf(baseline), POLICY));
    expect(verdicts.map(({ accepted }) => accepted)).toEqual([true, true, false]);
  });

  it('fails an old grade, whatever its letter and the baseline', () => {
    const old = node('a', 'B', 5, { answeredAt: '2026-10-01T12:00:00.000Z' });
    expect(codes([old], null, { maxAgeDays: 58 })).toEqual([]);
    expect(codes([old], null, { maxAgeDays: 57 })).toEqual(['GAT-005']);
    expect(codes([old], [entry('a', 'B', 5)], { maxAgeDays: 57 })).toEqual(['GAT-005']);
  });

  it.each([
    ['a selection', selection, ['GAT-004']],
    ['a namespace, which has no A', {}, []],
  ])('requires an A from %s only if its tier can reach one', (_, more, expected) => {
    expect(codes([node('a', 'B', 4.2, more)], null, { minGrade: 'A' })).toEqual(expected);
  });

  it.each([
    // Its parts do not support this: one of the two is out of date, and neither passes the gate.
    ['by themselves', ['B'], null, ['GAT-001']],
    ['not at all', ['C'], null, ['GAT-001']],
    [
      'by the baseline of their namespace',
      ['C'],
      [{ ...entry('part', 'C', 3), target: 'providers/reef' }],
      [],
    ],
  ] as const)('passes a rejected member where its parts pass %s', (_, grades, baseline, expected) => {
    const parts = grades.map((grade) =>
      node('part', grade, grade === 'B' ? 4 : 3, { target: 'providers/reef' }),
    );
    const { failures } = judgeNode({ ...vetoed, parts }, entriesOf(baseline && [...baseline]), POLICY);
    expect(failures.map(({ problem }) => problem.code)).toEqual(expected);
  });

  it('requires the given coverage', () => {
    const some = [node('a', 'B', 4, { coverage: 0.2 }), node('b', 'B', 4, { coverage: 1 })];
    expect(codes(some, null, { minCoverage: 0 })).toEqual([]);
    expect(codes(some, null, { minCoverage: 0.2 })).toEqual([]);
    expect(codes(some, null, { minCoverage: 0.21 })).toEqual(['GAT-014']);
    expect(codes(some, null, { minCoverage: 1, minGrade: null })).toEqual(['GAT-014']);
    const [failure] = judgeNode(node('a', 'B', 4, { coverage: 0.699 }), entriesOf(null), {
      ...POLICY,
      minCoverage: 0.7,
    }).failures;
    expect(failure?.problem.args).toMatchObject({ coverage: '0.69', minCoverage: 0.7 });
  });

  it('without a minimum, an expired entry accepts nothing, and a stable node needs no entry', () => {
    const expired = { expires: '2026-11-27' };
    const told = (grade: 'B' | 'C') =>
      codes([node('a', grade, 3)], [entry('a', grade, 3, expired)], { minGrade: null });
    expect(told('C')).toEqual(['GAT-009', 'GAT-010']);
    expect(told('B')).toEqual(['GAT-010']);
  });

  it('has one rule for each reason', () => {
    const ids = GATE_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('without a minimum, fails only nodes that got worse or have no grade', () => {
    const nodes = [node('a', 'F', 1), node('b', 'C', 3)];
    expect(codes(nodes, [entry('b', 'B', 4)], { minGrade: null })).toEqual(['GAT-003']);
  });

  it('does not report entries of targets that were not examined', () => {
    const other = { ...entry('a', 'B', 4), target: 'providers/meadow' };
    expect(codes([node('a', 'B', 4)], [other])).toEqual([]);
  });
});

describe('updateBaseline', () => {
  it('accepts all nodes as they are; then the gate passes', () => {
    const nodes = [node('a', 'D', 2), node('b', 'B', 4), node('c', 'B', 0, pending)];
    const updated = updateBaseline({ counted: nodes }, [], POLICY);
    expect(codes(nodes, updated)).toEqual([]);
    expect(updated.map((one) => one.node)).toEqual(['a', 'b', 'c']);
  });

  it('keeps reason and day of nodes still below the minimum, and drops the others', () => {
    const words = { reason: 'vendor says spring', expires: '2027-03-01' };
    const before = [entry('a', 'D', 2, words), entry('b', 'D', 2, words)];
    const updated = updateBaseline({ counted: [node('a', 'D', 2.1), node('b', 'B', 4)] }, before, POLICY);
    expect(updated).toEqual([entry('a', 'D', 2.1, words), entry('b', 'B', 4)]);
  });

  it('keeps entries of other targets and drops nodes that are gone', () => {
    const other = { ...entry('x', 'B', 4), target: 'providers/meadow' };
    const counted = [node('a', 'B', 4)];
    expect(updateBaseline({ counted }, [other, entry('gone', 'B', 4)], POLICY)).toEqual([
      other,
      entry('a', 'B', 4),
    ]);
  });

  it.each([
    ['with a bar', 'B' as const],
    ['without a bar', null],
  ])('keeps reason and day of an entry that stays, %s', (_, minGrade) => {
    const before = [entry('a', 'D', 2, words), { ...ungraded('pending', words), node: 'b' }];
    const counted = [node('a', 'D', 2.1), node('b', 'B', 0, { ...pending, status: 'blocked' })];
    expect(updateBaseline({ counted }, before, { ...POLICY, minGrade })).toEqual([
      entry('a', 'D', 2.1, words),
      { ...ungraded('blocked', words), node: 'b' },
    ]);
  });

  it('renews a day only if one is given; an expired day stays otherwise', () => {
    const before = [entry('a', 'D', 2, { ...words, expires: '2026-11-27' })];
    const counted = [node('a', 'D', 2), node('b', 'B', 4)];
    const kept = updateBaseline({ counted }, before, { ...POLICY, minGrade: null });
    expect(kept).toEqual([...before, entry('b', 'B', 4)]);
    expect(codes(counted, kept, { minGrade: null })).toEqual(['GAT-009', 'GAT-010']);
    const renewed = updateBaseline({ counted }, before, { ...POLICY, minGrade: null, expires: '2027-01-31' });
    expect(renewed).toEqual([entry('a', 'D', 2, { ...words, expires: '2027-01-31' }), entry('b', 'B', 4)]);
    expect(codes(counted, renewed, { minGrade: null })).toEqual([]);
  });

  it('keeps reason and day of nodes with too little coverage, and then the gate passes', () => {
    const counted = [node('a', 'B', 4, { coverage: 0.3 }), node('b', 'B', 4, { coverage: 0.8 })];
    const before = [entry('a', 'B', 4, words), entry('b', 'B', 4, words)];
    const updated = updateBaseline({ counted }, before, POLICY);
    expect(updated).toEqual([
      entry('a', 'B', 4, { coverage: 0.3, ...words }),
      entry('b', 'B', 4, { coverage: 0.8 }),
    ]);
    expect(codes(counted, updated)).toEqual([]);
  });

  it('does not use the reason of a failed test for a veto', () => {
    const [entryNow] = updateBaseline({ counted: [vetoed] }, [ungraded('blocked', words)], POLICY);
    expect(entryNow).toEqual(vetoEntry({ expires: words.expires }));
    expect(codes([vetoed], entryNow ? [entryNow] : [])).toEqual(['GAT-001', 'GAT-013']);
  });

  it('leaves alone members that count with their namespace', () => {
    const member = node('members.reef.data', 'C', 3);
    const before = [entry('a', 'B', 4), { ...entry('members.reef.data', 'D', 2), ...words }];
    const given = { counted: [node('a', 'B', 4)], elsewhere: [member] };
    expect(updateBaseline(given, before, POLICY)).toEqual(before);
  });
});

describe('a baseline', () => {
  const grades = fc.constantFrom('A', 'B', 'C', 'D', 'F');
  const status = fc.constantFrom('pending', 'blocked', 'rejected', 'graded');
  const score = fc.integer({ min: 100, max: 500 }).map((value) => value / 100);
  const nodes = fc
    .record({ status, grade: grades, score })
    .map(
      ({ status: now, grade, score: mean }): GateNode =>
        now === 'graded' ? node('a', grade, mean) : node('a', grade, mean, { ...pending, status: now }),
    );
  const known = fc
    .record({
      status,
      grade: grades,
      score,
      words: fc.subarray(['reason', 'expires'] as const),
      day: fc.constantFrom('2026-11-27', '2026-11-28'),
    })
    .map(
      ({ status: then, grade, score: mean, words: given, day }): GradingBaselineNode => ({
        target: TARGET,
        node: 'a',
        status: then === 'graded' && (grade === 'A' || grade === 'B') ? 'stable' : then,
        ...(then === 'graded' && { grade, score: mean }),
        ...(given.includes('reason') && { reason: 'asked' }),
        ...(given.includes('expires') && { expires: day }),
      }),
    );
  const isGradedOne = ({ status: now }: { status: string }) => now === 'graded' || now === 'stable';

  it('accepts only the nodes it holds, in their current state', () => {
    fc.assert(
      fc.property(nodes, known, fc.constantFrom('B', 'C', null), (one, held, minGrade) => {
        const policy = { ...POLICY, minGrade } as GatePolicy;
        const isFineAlone = judgeNode(one, entriesOf(null), policy).failures.length === 0;
        if (judgeNode(one, entriesOf([held]), policy).failures.length > 0 || isFineAlone) return;
        expect(held.expires === undefined || held.expires >= '2026-11-28').toBe(true);
        if (isGradedOne(one)) {
          expect(isGradedOne(held)).toBe(true);
          expect((held.score ?? 0) - (one.score ?? 0)).toBeLessThanOrEqual(0.2 + 1e-9);
        } else {
          expect(held.status).toBe(one.status);
          if (one.status === 'rejected') expect([held.reason, held.expires]).toEqual(['asked', '2026-11-28']);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it('a letter is held against the bands of the gradingSystem that gave it', () => {
  const grading = gradingLayer('1.1.0', { bands: [{ atLeast: 4, grade: 'B' }] });
  using _ = registerLayers({ grading });
  const rules = { scoringSystem: 'scoringSystem/1.0.0', gradingSystem: 'gradingSystem/1.1.0' };
  // 3.9 is an F by its own bands: the small drop explains the letter. By the island's it would be a B.
  const before = [entry('a', 'B', 4)];
  const more = { minGrade: null, minCoverage: 0 };
  expect(codes([node('a', 'F', 3.9, { rules })], before, more)).toEqual([]);
  expect(codes([node('a', 'F', 3.9)], before, more)).toEqual(['GAT-007']);
});
