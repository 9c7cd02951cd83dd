// How likely a letter is, from the samples of a judge. Known values: tables of Student's t; Beta integrals in closed form.
import { describe, expect, it } from 'vitest';
import {
  certaintyOfEntry,
  countedLetter,
  isDecided,
  letterCertainty,
  majorityChance,
  sayCertainty,
  studentBelow,
} from '../../src/grade/letter-certainty.js';
import type { NodeEntry } from '../../src/grade/node-status.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { Score, Tier } from '../../src/spec/vocabulary.js';

it.each([
  [0, 7, 0.5],
  [12.7062, 1, 0.975],
  [-12.7062, 1, 0.025],
  [4.30265, 2, 0.975],
  [2.35336, 3, 0.95],
  [2.77645, 4, 0.975],
  [1.89458, 7, 0.95],
  [2.22814, 10, 0.975],
  [2.45726, 30, 0.99],
  [40, 10, 1],
])("Student's t below %d with %d degrees", (t, degrees, chance) => {
  expect(studentBelow(t, degrees)).toBeCloseTo(chance, 5);
});

it.each([
  [0, 0, 0.5],
  [1, 1, 1 / 2 + 1 / Math.PI],
  [0, 1, 1 / 2 - 1 / Math.PI],
  [1, 2, 0.5],
  [2, 2, 1 / 2 + 4 / (3 * Math.PI)],
  [4, 9, 1 - majorityChance(5, 9)],
])('a majority after %d passes of %d', (passes, n, chance) => {
  expect(majorityChance(passes, n)).toBeCloseTo(chance, 12);
});

type Row = readonly Score[] | Score;

/** A list is the samples of a judged answer, a single score an answer by code. */
function answers(rows: readonly Row[], more: Record<string, unknown> = {}) {
  return rows.map((row, at) => {
    const scores = typeof row === 'object' ? row : [row];
    const numbers = scores.map(Number);
    const isNumber = numbers.every(Number.isFinite);
    const score = isNumber ? numbers.reduce((all, one) => all + one, 0) / numbers.length : scores[0];
    const isJudged = typeof row === 'object';
    return {
      ...{ questionId: `Q-${at}`, weight: 1, score: score as Score, timestamp: '2026-01-01T00:00:00Z' },
      determinism: isJudged ? ('non-deterministic' as const) : ('deterministic' as const),
      graderIdentity: { kind: 'llm' as const, name: 'llm-judge', version: '1' },
      ...(isJudged && { evidence: { samples: { merge: 'mean', until: 0.95, scores, ...more } } }),
    };
  });
}

const certaintyOf = (rows: readonly Row[], tier: Tier = 'group-bound', more = {}) =>
  letterCertainty({ answers: answers(rows, more), tier, rules: DEFAULT_BOOK });

const same = (score: number, n: number): Score[] => new Array(n).fill(score);

/** The number of equal answers after which the letter is decided; null: not within nine. */
function samplesFor(score: number, tier: Tier = 'group-bound') {
  const numbers = Array.from({ length: 8 }, (_, at) => at + 2);
  return (
    numbers.find((n) => {
      const found = certaintyOf([same(score, n)], tier);
      return found && isDecided(found);
    }) ?? null
  );
}

it.each([
  [4, 'group-bound', 2],
  [3.6, 'group-bound', 6],
  [4.45, 'group-bound', null],
  // Above B, a provider's letter can only be B.
  [4.45, 'autonomous', 2],
] as const)('equal answers of %d in the tier %s are decided after %s', (score, tier, n) => {
  expect(samplesFor(score, tier)).toBe(n);
});

describe('chances', () => {
  it('add up to one, the likeliest first', () => {
    const found = certaintyOf([[3, 4, 4], [4, 3, 3], ['pass', 'fail', 'pass'], 'fail']);
    const chances = found?.letters.map(({ chance }) => chance) ?? [];
    expect(chances.length).toBeGreaterThan(2);
    expect(chances.reduce((all, one) => all + one, 0)).toBeCloseTo(1, 12);
    expect(chances).toEqual([...chances].sort((a, b) => b - a));
  });

  it('of a pass/fail question alone are those of its majority', () => {
    const found = certaintyOf([['pass', 'pass', 'pass'], 'pass']);
    const chance = majorityChance(3, 3);
    expect(found?.letters).toEqual([
      { grade: 'A', chance: expect.closeTo(chance) },
      { grade: 'C', chance: expect.closeTo(1 - chance) },
    ]);
  });

  it.each<[string, Row[], Row[]]>([
    [
      'scaled answers are taken together: what one loses, another gains',
      [
        [3, 5],
        [5, 3],
      ],
      [same(4, 2), same(4, 2)],
    ],
    ['an answer by code shifts the mean and adds no doubt', [same(3, 2), 3], [same(3, 2)]],
    ['a question that applies in no sample counts nowhere', [same(4, 2), ['n/a', 'n/a']], [same(4, 2)]],
  ])('%s', (_, rows, like) => {
    const shapeOf = (found: ReturnType<typeof certaintyOf>) => [found?.letter, found && isDecided(found)];
    expect(shapeOf(certaintyOf(rows))).toEqual(shapeOf(certaintyOf(like)));
  });

  it('are missing where samples differ in what applies, or some raise a veto', () => {
    for (const found of [
      certaintyOf([same(4, 2), [4, 'n/a']]),
      certaintyOf([same(4, 2)], 'group-bound', { vetoes: [{}] }),
    ]) {
      expect(found).toMatchObject({ letter: 'B', letters: [] });
      expect(found && isDecided(found)).toBe(false);
      expect(found && countedLetter(found)).toBe('B');
    }
  });
});

it.each([
  ['one sample', [[4]], {}],
  ['a median', [[4, 4]], { merge: undefined }],
  ['no samples', ['pass'], {}],
  [
    'unequally many samples',
    [
      [4, 4],
      [4, 4, 4],
    ],
    {},
  ],
  ['a score that is none', [[4, 4]], { scores: [4, 9] }],
])('%s shows nothing', (_, rows, more) => {
  expect(certaintyOf(rows as Row[], 'group-bound', more)).toBeNull();
});

describe('of an entry', () => {
  const rows = [[4, 5, 4, 5]];
  const entry: Parameters<typeof certaintyOfEntry>[0] = {
    ...({ mode: 'full', grade: 'A', veto: null, tier: 'group-bound' } as const),
    ...{ scoringSystem: 'scoringSystem/1.0.0', gradingSystem: 'gradingSystem/1.0.0' },
    answers: answers(rows),
  };

  it('is derived again as it was computed', () => {
    expect(certaintyOfEntry(entry)).toEqual(certaintyOf(rows));
  });

  it('joins letters above a cap', () => {
    const found = certaintyOfEntry({ ...entry, grade: 'B' });
    expect(found?.letter).toBe('B');
    expect(found?.letters.map(({ grade }) => grade)).toEqual(['B', 'C', 'D', 'F']);
    expect(found && isDecided(found)).toBe(true);
  });

  const veto = { triggeredBy: 'manual' } as never;
  const byOther = answers(rows).map((one) => ({
    ...one,
    graderIdentity: { ...one.graderIdentity, name: 'an agent' },
  }));
  it.each<[string, Partial<NodeEntry>]>([
    ['a partial entry', { mode: 'partial' }],
    ['a veto', { veto, grade: 'REJECTED' }],
    ['unknown rules', { gradingSystem: 'gradingSystem/9.0.0' }],
    ['another grader', { answers: byOther }],
  ])('is not shown for %s', (_, more) => {
    expect(certaintyOfEntry({ ...entry, ...more })).toBeNull();
  });
});

it.each([
  [{ B: 0.7199, C: 0.2801 }, 'B?  (B 71 %, C 28 %, 9 samples)', 'C'],
  [{ C: 0.6, B: 0.36, D: 0.04 }, 'B?  (C 60 %, B 36 %, D 4 %, 9 samples)', 'C'],
  [{ B: 0.9499, C: 0.0501 }, 'B?  (B 94 %, C 5 %, 9 samples)', 'C'],
  [{ B: 0.9501, C: 0.045, A: 0.0049 }, 'B  (B 95 %, C 4 %, 9 samples)', 'B'],
  [{ B: 0.6, A: 0.4 }, 'B?  (B 60 %, A 40 %, 9 samples)', 'B'],
  [{}, 'B?  (some say n/a or raise a veto, 9 samples)', 'B'],
])('%j is shown as %s, and a gate counts %s', (chances, shown, counted) => {
  const letters = Object.entries(chances).map(([grade, chance]) => ({ grade: grade as 'B', chance }));
  const certainty = { letter: 'B', samples: 9, until: 0.95, letters } as const;
  expect(sayCertainty(certainty)).toBe(shown);
  expect(countedLetter(certainty)).toBe(counted);
});
