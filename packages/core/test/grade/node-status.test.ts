// The status of a node: current hash, vetoes, obstacles, a return to older content.

import { describe, expect, it } from 'vitest';
import { deriveNode, type NodeEntry, type NodeSituation } from '../../src/grade/node-status.js';
import { deterministicQuestionsOf } from '../../src/questions/deterministic-answers.js';
import { gradedQuestionsOf } from '../../src/questions/lookup.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { EntryAnswer } from '../../src/spec/entry.js';
import type { VetoMark } from '../../src/spec/index-file.js';
import type { AggregateGrade, GradingMode, Score } from '../../src/spec/vocabulary.js';
import { readVectors } from '../conformance/shared-vectors.js';
import {
  bookWith,
  gradingLayer,
  LATER_BOOK,
  registerLayers,
  scoringLayer,
} from '../spec/books/registered-layers.js';

const NOW = new Date('2026-03-01T00:00:00Z');
const UNREACHABLE = { cause: 'api-down', text: 'API unreachable' } as const;

function entry(
  at: number,
  mode: GradingMode,
  grade: AggregateGrade,
  hash: string,
  score: number | 'pass' = 4,
): NodeEntry {
  return {
    gradingId: `${hash}--${at}`,
    area: 'single-test',
    timestamp: `2026-02-${String(at).padStart(2, '0')}T00-00-00Z`,
    mode,
    grade,
    hash,
    tier: 'autonomous',
    persona: null,
    answers: answersOf(SINGLE_TEST, score, at),
    veto: null,
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
    isRegraded: false,
    ref: `_gradings/${at}.json`,
  };
}

function situation({
  knownVeto = null,
  ...over
}: Partial<NodeSituation> & { knownVeto?: VetoMark | null }): NodeSituation {
  return {
    entries: [],
    book: DEFAULT_BOOK,
    currentHash: 'aaaaaaaa',
    obstacle: null,
    knownVetoes: knownVeto ? [knownVeto] : [],
    ageingOf: () => null,
    content: {},
    now: NOW,
    ...over,
  };
}

/** One answer to each of these questions about a single test. */
function answersOf(numbers: readonly string[], score: Score, at = 1): EntryAnswer[] {
  return numbers.map((number) => ({
    questionId: `Q-single-test-${number}`,
    score,
    ...(score === 'n/a' && { naReason: 'not-applicable-to-tool-type' }),
    weight: 1,
    determinism: Number(number) < 4 ? 'deterministic' : 'non-deterministic',
    graderIdentity: { kind: 'script', name: 'test', version: '1' },
    timestamp: `2026-02-${String(at).padStart(2, '0')}T00:00:00Z`,
  }));
}

const numberOf = ({ id }: { readonly id: string }) => id.slice(-2);
const BY_CODE = deterministicQuestionsOf('single-test').map(numberOf);
const BY_GRADERS = gradedQuestionsOf('single-test').map(numberOf);
const SINGLE_TEST = [...BY_CODE, ...BY_GRADERS];

interface Vector {
  entries: { ts: number; mode: GradingMode; grade: AggregateGrade; hash: string }[];
  hash: string;
  status: string;
  grade?: string;
}

describe('node status vectors', () => {
  const { cases } = readVectors('node-status.json') as { cases: Vector[] };
  it.each(cases.map((vector, at) => [at, vector] as const))(
    'case %i, the same on every rebuild',
    (_, vector) => {
      const entries = vector.entries.map((e) => entry(e.ts, e.mode, e.grade, e.hash));
      let knownVeto = null;
      for (let rebuild = 0; rebuild < 3; rebuild += 1) {
        const node = deriveNode(situation({ entries, currentHash: vector.hash, knownVeto }));
        expect(node.status).toBe(vector.status);
        if (vector.grade) expect(node.grade).toBe(vector.grade);
        knownVeto = node.veto ?? null;
      }
    },
  );
});

describe('an obstacle that a closed list words', () => {
  const later = (given: Parameters<typeof situation>[0]) =>
    deriveNode(situation({ ...given, book: LATER_BOOK }));
  const kept = { ref: '_gradings/1.json', boundTo: 'bbbbbbbb' };
  const entries = [entry(1, 'full', 'C', 'bbbbbbbb')];
  const WAITS = { cause: 'waits', text: 'waits for others' } as const;
  const LOST = { cause: 'invalid', text: 'SEL003: gone', code: 'SEL003' } as const;

  it('blocks with the reason, the sentence and the code', () => {
    expect(later({ obstacle: { ...UNREACHABLE, code: 'DPT-102' } })).toEqual({
      ...{ status: 'blocked', reason: 'api-down', detail: 'API unreachable', code: 'DPT-102' },
    });
    expect(later({ entries, obstacle: UNREACHABLE })).toMatchObject({ reason: 'api-down', ...kept });
  });

  it('leaves a node pending if it only waits, and marks it', () => {
    expect(later({ entries, obstacle: WAITS })).toMatchObject({
      ...{ status: 'pending', reason: 'waits for others', waits: true, ...kept },
    });
    expect(later({ entries, obstacle: WAITS, lost: 'an entry is gone' }).waits).toBe(true);
    expect(later({ entries, lost: 'an entry is gone' })).toMatchObject({
      ...{ status: 'pending', reason: 'an entry is gone' },
    });
  });

  it('is a broken reference before anything else', () => {
    const found = { status: 'blocked', reason: 'validation-failed', detail: 'SEL003: gone', code: 'SEL003' };
    expect(later({ obstacle: WAITS, unresolved: LOST })).toEqual(found);
  });

  it('is an unknown rule of an entry, which is due again', () => {
    const foreign = { ...entry(1, 'full', 'B', 'aaaaaaaa'), gradingSystem: 'gradingSystem/9.0.0' };
    expect(later({ entries: [foreign] })).toMatchObject({
      ...{ status: 'blocked', reason: 'validation-failed', due: 'grading-system-bump' },
      detail: 'its gradingSystem/9.0.0 is not known to this version',
    });
  });

  it('never outweighs a full entry, nor a veto', () => {
    for (const grade of ['B', 'REJECTED'] as const) {
      const node = later({ entries: [entry(1, 'full', grade, 'aaaaaaaa')], obstacle: WAITS });
      expect([node.status, node.waits]).toEqual([grade === 'B' ? 'stable' : 'rejected', undefined]);
    }
  });
});

describe('an obstacle', () => {
  it('blocks a node without a full entry for its hash', () => {
    for (const entries of [[], [entry(1, 'full', 'B', 'bbbbbbbb')], [entry(1, 'partial', 'B', 'aaaaaaaa')]]) {
      expect(deriveNode(situation({ entries, obstacle: UNREACHABLE }))).toMatchObject({
        status: 'blocked',
        reason: 'API unreachable',
      });
    }
  });

  it('does not affect a graded node (decision D18)', () => {
    const entries = [entry(1, 'full', 'B', 'aaaaaaaa')];
    expect(deriveNode(situation({ entries, obstacle: UNREACHABLE })).status).toBe('stable');
  });
});

describe('an entry without a judgement', () => {
  const byCode = (score: Score) => answersOf(BY_CODE, score);
  const unjudged = {
    'code and n/a': [...byCode('pass'), ...answersOf(BY_GRADERS, 'n/a')],
    'code alone': byCode('pass'),
    'code, and graders who are stale': [...byCode('pass'), ...answersOf(BY_GRADERS, 'stale')],
    'a question of code, said by a grader': answersOf(['01'], 'pass').map(
      (answer): EntryAnswer => ({ ...answer, determinism: 'non-deterministic' }),
    ),
    'a judgement that n/a has replaced since': [
      ...byCode('pass'),
      ...answersOf(['04'], 5),
      ...answersOf(BY_GRADERS, 'n/a', 2),
    ],
  };
  const full = (answers: readonly EntryAnswer[]) => ({ ...entry(3, 'full', 'B', 'aaaaaaaa'), answers });

  it.each(Object.entries(unjudged))('leaves its node pending: %s', (_, answers) => {
    const pending = { status: 'pending', reason: 'no judgement counted', ref: '_gradings/3.json' };
    const node = deriveNode(situation({ entries: [full(answers)] }));
    expect(node).toMatchObject(pending);
    expect(node).not.toHaveProperty('grade');
    expect(node).not.toHaveProperty('coverage');
    // An earlier judged entry does not return: the newest full entry decides (decision 0030).
    const before = entry(1, 'full', 'B', 'aaaaaaaa');
    expect(deriveNode(situation({ entries: [before, full(answers)] }))).toMatchObject(pending);
    expect(deriveNode(situation({ entries: [full(answers)], asBefore: true }))).toMatchObject({
      status: 'stable',
      grade: 'B',
    });
  });

  it('does not do so if there is an obstacle, or for other content', () => {
    const entries = [full(unjudged['code and n/a'])];
    expect(deriveNode(situation({ entries, obstacle: UNREACHABLE })).reason).toBe('API unreachable');
    expect(deriveNode(situation({ entries, currentHash: 'bbbbbbbb' })).reason).toBe(
      'schema changed, re-grade required',
    );
  });

  it('still carries a veto, which needs no judgement', () => {
    const veto = {
      triggeredBy: 'malicious-module',
      graderIdentity: { kind: 'script', name: 'test', version: '1' },
      evidence: 'it does',
      timestamp: '2026-02-03T00:00:00Z',
    } as const;
    const rejecting = { ...full(byCode('fail')), grade: 'REJECTED' as const, veto };
    expect(deriveNode(situation({ entries: [rejecting] }))).toMatchObject({
      status: 'rejected',
      reason: 'veto malicious-module: it does',
    });
  });

  it('lifts no older veto', () => {
    const vetoed = {
      ...entry(1, 'full', 'REJECTED', 'aaaaaaaa'),
      veto: {
        triggeredBy: 'illegal-content',
        graderIdentity: { kind: 'script', name: 'test', version: '1' },
        evidence: 'it sells stolen goods',
        timestamp: '2026-02-01T00:00:00Z',
      },
    } as const;
    const empty = full(unjudged['code and n/a']);
    const status = (entries: readonly NodeEntry[], more: Partial<NodeSituation> = {}) =>
      deriveNode(situation({ entries, ...more })).status;
    expect(status([vetoed, empty])).toBe('rejected');
    const known = [{ gradingId: 'aaaaaaaa--1', at: vetoed.timestamp }];
    expect(status([empty], { knownVetoes: known })).toBe('rejected');
    expect(status([vetoed, entry(2, 'full', 'B', 'aaaaaaaa'), empty], { knownVetoes: known })).toBe(
      'pending',
    );
    expect(status([vetoed, empty], { asBefore: true })).toBe('stable');
  });

  it('needs only one judgement that counts', () => {
    const answers = [...answersOf(['04'], 1), ...answersOf(BY_GRADERS.slice(1), 'n/a')];
    expect(deriveNode(situation({ entries: [full(answers)] }))).toMatchObject({
      status: 'stable',
      grade: 'B',
    });
  });
});

describe('the coverage of a node', () => {
  it('is present only if an applicable question was not judged', () => {
    // Two questions about parameters, .33 and .25 by weight.
    const others = BY_GRADERS.filter((number) => !['06', '07'].includes(number));
    const answers = [...answersOf(others, 4), ...answersOf(['06', '07'], 'n/a')];
    const entries = [{ ...entry(1, 'full', 'B', 'aaaaaaaa'), answers }];
    const coverage = (parameters: number | null) =>
      deriveNode(situation({ entries, content: { userParameters: () => parameters } })).coverage;
    const weights = gradedQuestionsOf('single-test').reduce((sum, { weight }) => sum + weight, 0);
    const share = Number((1 - 0.58 / weights).toFixed(12));
    expect(coverage(0)).toBeUndefined();
    expect(coverage(1)).toBe(share);
    expect(coverage(null)).toBe(share);
    expect(deriveNode(situation({ entries })).coverage).toBe(share);
    expect(deriveNode(situation({ entries: [entry(1, 'full', 'B', 'aaaaaaaa')] }))).not.toHaveProperty(
      'coverage',
    );
  });
});

describe("an entry under other rules than the island's", () => {
  const under = (change: Partial<NodeEntry>, score: number | 'pass' = 4) => [
    { ...entry(1, 'full', 'B', 'aaaaaaaa', score), ...change },
  ];
  const failed = (change: Partial<NodeEntry>): NodeEntry[] =>
    under({ ...change, answers: answersOf(SINGLE_TEST, 'fail') });

  it('has the mean that its own scoringSystem gives', () => {
    using _ = registerLayers({ scoring: scoringLayer('1.1.0', { fail: 2 }) });
    const own = { scoringSystem: 'scoringSystem/1.1.0' };
    expect(deriveNode(situation({ entries: failed({}) })).score).toBe(1);
    expect(deriveNode(situation({ entries: failed(own) }))).toMatchObject({
      score: 2,
      rules: { ...own, gradingSystem: 'gradingSystem/1.0.0' },
      due: 'scoring-system-bump',
    });
  });

  it('ages by the days of the island, and its aged mean is that of its own scoringSystem', () => {
    using _ = registerLayers({ scoring: scoringLayer('1.1.0', { fail: 2 }) });
    const aged = situation({
      entries: failed({ scoringSystem: 'scoringSystem/1.1.0' }),
      ageingOf: (id) => (id.endsWith('-04') ? 'api' : null),
    });
    const { stale, agedScore } = deriveNode(aged);
    expect([stale, agedScore]).toEqual([['Q-single-test-04'], 2]);
    const ageingDays = { ...DEFAULT_BOOK.grading.ageingDays, api: 999 };
    const later = bookWith({ grading: gradingLayer('1.0.0', { ageingDays }) });
    expect(deriveNode({ ...aged, book: later })).not.toHaveProperty('stale');
  });

  it('keeps letter and status by its own caps and stable grades; what a what-if leaves out is its own too', () => {
    const grading = gradingLayer('1.1.0', {
      stableGrades: ['A'],
      maxGrade: { autonomous: 'A', 'group-bound': 'A' },
      bands: [{ atLeast: 3.9, grade: 'A' }],
    });
    using _ = registerLayers({ grading });
    const own = { gradingSystem: 'gradingSystem/1.1.0' };
    const b = situation({ entries: under(own) });
    expect(deriveNode(b)).toMatchObject({ status: 'graded', grade: 'B', rawGrade: 'A' });
    const a = situation({ entries: under({ ...own, grade: 'A' }) });
    expect(deriveNode(a)).toMatchObject({ status: 'stable', grade: 'A' });
    expect(deriveNode(a).regraded).toEqual({
      gradingSystem: 'gradingSystem/1.0.0',
      grade: 'B',
      status: 'stable',
    });
    const thresholds = { stableGrades: ['B'] as const };
    expect(deriveNode({ ...a, thresholds })).toMatchObject({ status: 'graded', grade: 'A' });
    expect(deriveNode({ ...a, thresholds })).not.toHaveProperty('regraded');
  });

  it('gets the letter that the weights of the island give', () => {
    const weights = { 'Q-single-test-04': 999 };
    const book = bookWith({ grading: gradingLayer('1.1.0', { weights }) });
    const answers = answersOf(SINGLE_TEST, 5).map((answer) =>
      answer.questionId in weights ? { ...answer, score: 1 } : answer,
    );
    expect(deriveNode(situation({ entries: under({ answers }), book }))).toMatchObject({
      grade: 'B',
      regraded: { grade: 'F', status: 'graded' },
    });
  });

  it('says what blocks it, not its rules, where something else does', () => {
    const entries = under({ gradingSystem: 'gradingSystem/9.0.0' });
    const reason = 'its gradingSystem/9.0.0 is not known to this version';
    expect(deriveNode(situation({ entries }))).toMatchObject({
      status: 'blocked',
      reason,
      due: 'grading-system-bump',
      boundTo: 'aaaaaaaa',
    });
    const held = deriveNode(situation({ entries, obstacle: UNREACHABLE }));
    expect(held).toMatchObject({ status: 'blocked', reason: 'API unreachable' });
    expect(held).not.toHaveProperty('due');
    const gone = deriveNode(situation({ entries, currentHash: 'bbbbbbbb' }));
    expect(gone).toMatchObject({ status: 'pending', reason: 'schema changed, re-grade required' });
    const both = under({ gradingSystem: 'gradingSystem/9.0.0', scoringSystem: 'scoringSystem/9.0.0' });
    expect(deriveNode(situation({ entries: both }))).toMatchObject({
      reason: 'its scoringSystem/9.0.0 and gradingSystem/9.0.0 are not known to this version',
      due: 'scoring-system-bump',
    });
  });
});

describe('a veto', () => {
  const raised = entry(2, 'full', 'REJECTED', 'aaaaaaaa');
  const mark = { gradingId: raised.gradingId, at: raised.timestamp };

  it('outlives its entry, a schema change and a partial entry', () => {
    const gone = situation({ entries: [entry(1, 'full', 'B', 'aaaaaaaa')], knownVeto: mark });
    expect(deriveNode(gone)).toMatchObject({ status: 'rejected', grade: 'REJECTED', veto: mark });
    const changed = situation({ entries: [raised], currentHash: 'cccccccc', obstacle: UNREACHABLE });
    expect(deriveNode(changed).status).toBe('rejected');
    const partial = situation({ entries: [raised, entry(3, 'partial', 'B', 'aaaaaaaa')] });
    expect(deriveNode(partial).status).toBe('rejected');
  });

  it('is lifted only by a newer full entry', () => {
    const lifted = situation({ entries: [raised, entry(3, 'full', 'B', 'aaaaaaaa')], knownVeto: mark });
    expect(deriveNode(lifted)).toMatchObject({ status: 'stable', grade: 'B' });
    expect(deriveNode(lifted).veto).toBeUndefined();
  });

  it('outlives an entry that only gives older answers a new letter', () => {
    const old = entry(1, 'full', 'B', 'aaaaaaaa');
    const regraded = { ...entry(3, 'full', 'B', 'aaaaaaaa'), isRegraded: true };
    expect(deriveNode(situation({ entries: [old, raised, regraded] })).status).toBe('rejected');
    expect(deriveNode(situation({ entries: [old, regraded], knownVeto: mark })).status).toBe('rejected');
    const asked = { ...entry(2, 'full', 'B', 'aaaaaaaa'), timestamp: '2026-02-02T12-00-00Z' };
    expect(deriveNode(situation({ entries: [raised, asked, regraded] })).status).toBe('stable');
  });

  it('prevails over a full entry of the same second, whichever name sorts first', () => {
    const twin = { ...entry(2, 'full', 'B', 'aaaaaaaa'), ref: '_gradings/other-persona.json' };
    for (const entries of [
      [raised, twin],
      [twin, raised],
    ]) {
      for (const knownVeto of [null, mark]) {
        expect(deriveNode(situation({ entries, knownVeto }))).toMatchObject({
          status: 'rejected',
          veto: mark,
        });
      }
      const later = [...entries, entry(3, 'full', 'B', 'aaaaaaaa')];
      expect(deriveNode(situation({ entries: later, knownVeto: mark })).status).toBe('stable');
    }
  });

  it('is attributed to the entry that raised it, even if one that repeats it was read first', () => {
    const repeats = entry(3, 'partial', 'REJECTED', 'aaaaaaaa');
    const seen = { gradingId: repeats.gradingId, at: repeats.timestamp };
    const both = [raised, repeats];
    expect(deriveNode(situation({ entries: [repeats] })).veto).toEqual(seen);
    expect(deriveNode(situation({ entries: both, knownVeto: seen })).veto).toEqual(mark);
    // Only while that entry exists: a lost one is remembered as it was read.
    expect(deriveNode(situation({ entries: [raised], knownVeto: seen })).veto).toEqual(seen);
  });

  it('counts in partial mode too', () => {
    const entries = [entry(1, 'full', 'B', 'aaaaaaaa'), entry(2, 'partial', 'REJECTED', 'aaaaaaaa')];
    expect(deriveNode(situation({ entries })).status).toBe('rejected');
  });
});

describe('after a revert', () => {
  it('the newest full entry decides, not an older one for the same content', () => {
    const entries = [entry(1, 'full', 'B', 'aaaaaaaa'), entry(2, 'full', 'D', 'bbbbbbbb')];
    expect(deriveNode(situation({ entries }))).toMatchObject({
      status: 'pending',
      reason: 'schema changed, re-grade required',
    });
  });
});

describe('numbers of a graded node', () => {
  it('include the band before the trim and the mean', () => {
    const node = deriveNode(situation({ entries: [entry(1, 'full', 'B', 'aaaaaaaa', 'pass')] }));
    expect(node).toMatchObject({ grade: 'B', rawGrade: 'A', score: 5, boundTo: 'aaaaaaaa' });
  });

  it('change their reference, but not the grade, with a partial entry', () => {
    const entries = [entry(1, 'full', 'C', 'aaaaaaaa', 3), entry(2, 'partial', 'C', 'aaaaaaaa', 5)];
    expect(deriveNode(situation({ entries }))).toMatchObject({
      grade: 'C',
      score: 3,
      ref: '_gradings/2.json',
    });
  });

  it('mark answers older than their class allows, and keep the grade', () => {
    const at15 = new Date('2026-02-15T00:00:00Z');
    const entries = [entry(1, 'full', 'B', 'aaaaaaaa')];
    const fresh = deriveNode(situation({ entries, ageingOf: () => 'api', now: at15 }));
    expect(fresh.stale).toBeUndefined();
    const aged = deriveNode(situation({ entries, ageingOf: () => 'api', now: new Date(at15.getTime() + 1) }));
    expect(aged).toMatchObject({
      status: 'stable',
      grade: 'B',
      stale: SINGLE_TEST.map((number) => `Q-single-test-${number}`),
      agedScore: null,
    });
  });
});
