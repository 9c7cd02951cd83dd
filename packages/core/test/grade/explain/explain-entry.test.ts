// The numbers of an explanation add up to the grade: for random entries, and by hand for a few.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainEntry, nameGrader } from '../../../src/grade/explain/explain-entry.js';
import { bandOf, gradeAnswers, worseOf } from '../../../src/grade/grade.js';
import { meanOfScores, newestPerQuestion } from '../../../src/grade/score.js';
import { questions } from '../../../src/questions/registry.generated.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import type { EntryAnswer, GradingEntry } from '../../../src/spec/entry.js';
import { GRADES, SCORE_WORDS, type Score, TIERS } from '../../../src/spec/vocabulary.js';

const AT = '2026-11-01T10:00:00.000Z';
const NOW = new Date('2026-11-02T10:00:00.000Z');
const identity = { name: 'grader', version: '1.0.0', kind: 'script' } as const;

const answer = fc.record({
  questionId: fc.constantFrom(...questions.map(({ id }) => id)),
  score: fc.oneof(
    fc.double({ min: 1, max: 5, noNaN: true }),
    fc.integer({ min: 1, max: 5 }),
    fc.constantFrom(...SCORE_WORDS),
  ) as fc.Arbitrary<Score>,
  weight: fc.double({ min: 0.01, max: 5, noNaN: true }),
  second: fc.integer({ min: 0, max: 59 }),
});
const entries = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 20 }),
  tier: fc.constantFrom(...TIERS),
  veto: fc.boolean(),
});

describe('explainEntry', () => {
  it('recalculates the stored grade for 1,000 random entries', () => {
    fc.assert(
      fc.property(entries, ({ answers, tier, veto }) => {
        const gradings = answers.map(toAnswer);
        const entry = entryOf({ gradings, tier, veto });
        const found = explain(entry);
        const adds = found.answers.flatMap(({ contribution }) => contribution ?? []);
        const mean = meanOfScores(newestPerQuestion(gradings), DEFAULT_BOOK);
        if (veto) {
          expect(found).toMatchObject({ mean: null, grade: 'REJECTED', improvements: [] });
          return;
        }
        expect(found.grade).toBe(entry.aggregateGrade === 'F' && mean === null ? null : entry.aggregateGrade);
        expect(found.mean?.mean ?? null).toBe(mean);
        expect(found.answers.length + found.superseded).toBe(gradings.length);
        if (mean === null || found.mean === null) {
          expect(adds).toEqual([]);
          return;
        }
        expect(adds.reduce((sum, one) => sum + one, 0)).toBeCloseTo(mean, 9);
        expect(found.mean.sum / found.mean.weightSum).toBeCloseTo(mean, 9);
        const { band } = found.mean;
        expect(mean).toBeGreaterThanOrEqual(band.atLeast);
        if (band.below !== null) expect(mean).toBeLessThan(band.below);
        expect(worseOf(band.grade, found.maxGrade)).toBe(found.grade);
      }),
      { numRuns: 1000 },
    );
  });

  it('names answers that reach the next better letter, and one fewer would not', () => {
    fc.assert(
      fc.property(entries, ({ answers, tier }) => {
        const gradings = newestPerQuestion(answers.map(toAnswer));
        const found = explain(entryOf({ gradings, tier, veto: false }));
        for (const { grade, raise } of found.improvements) {
          const all = new Map(raise.map(({ questionId, to }) => [questionId, to]));
          expect(letterWith(gradings, all, found.maxGrade)).toBe(grade);
          expect(grade).not.toBe(found.grade);
          all.delete(raise.at(-1)?.questionId ?? '');
          expect(letterWith(gradings, all, found.maxGrade)).toBe(found.grade);
        }
        const reachable =
          found.mean !== null && found.mean.band.grade !== 'A' && found.grade !== found.maxGrade;
        expect(found.improvements.length > 0).toBe(reachable);
      }),
      { numRuns: 500 },
    );
  });

  it('lists what is left out, and why', () => {
    const found = explain(
      entryOf({
        gradings: [
          graded('Q-single-test-04', 3, { weight: 2 }),
          graded('Q-single-test-05', 'n/a', { naReason: 'requires-private-data' }),
          graded('Q-single-test-06', 'stale', {}),
        ],
        tier: 'autonomous',
        veto: false,
      }),
    );
    expect(
      found.answers.map(({ value, contribution, excluded, naReason }) => [
        value,
        contribution,
        excluded,
        naReason,
      ]),
    ).toEqual([
      [3, 3, null, null],
      [null, null, 'n/a', 'requires-private-data'],
      [null, null, 'stale', null],
    ]);
    expect(found.mean).toEqual({
      sum: 6,
      weightSum: 2,
      mean: 3,
      band: { grade: 'C', atLeast: 2.5, below: 3.5 },
    });
    expect(found.improvements).toEqual([
      { grade: 'B', level: 4, raise: [{ questionId: 'Q-single-test-04', from: 3, to: 4 }] },
    ]);
  });

  it('proposes 5 where that needs fewer answers', () => {
    const gradings = ['04', '05', '06', '07'].map((number) => graded(`Q-single-test-${number}`, 3, {}));
    expect(explain(entryOf({ gradings, tier: 'autonomous', veto: false })).improvements).toMatchObject(
      [{ grade: 'B', level: 4, raise: [{ to: 4 }, { to: 4 }] }]
        .reverse()
        .flatMap((one) => [{ grade: 'B', level: 5, raise: [{ to: 5 }] }, one]),
    );
  });

  it('reports a grade that does not follow from the answers', () => {
    const entry = {
      ...entryOf({ gradings: [graded('Q-single-test-04', 2, {})], tier: 'autonomous', veto: false }),
      aggregateGrade: 'B' as const,
    };
    expect(explain(entry)).toMatchObject({ grade: 'D', storedGrade: 'B' });
  });

  it('marks aged answers', () => {
    const ageing = questions.find((question) => question.ageing === 'tos')?.id ?? '';
    const entry = entryOf({ gradings: [graded(ageing, 4, {})], tier: 'autonomous', veto: false });
    const later = new Date('2026-12-15T10:00:00.000Z');
    expect(explainEntry(entry, { ref: 'r', at: AT, now: later, book: DEFAULT_BOOK }).answers[0]?.aged).toBe(
      true,
    );
    expect(explain(entry).answers[0]?.aged).toBe(false);
  });
});

it.each([
  [{ graderIdentity: { kind: 'human', name: 'ada', version: '1' } }, 'ada (human)'],
  [{ graderIdentity: { ...identity, kind: 'script' } }, 'grader 1.0.0 (script)'],
  [
    { graderIdentity: { ...identity, kind: 'llm' }, llmModel: 'some-model' },
    'grader 1.0.0 (llm, some-model)',
  ],
  [
    {
      graderIdentity: { ...identity, kind: 'llm' },
      llmModel: 'some-model',
      evidence: { judge: { askedAt: 'https://llm.example' } },
    },
    'grader 1.0.0 (llm, some-model, asked at https://llm.example)',
  ],
] as const)('names a grader with its kind: %j', (by, name) => {
  expect(nameGrader(graded('Q-single-test-04', 4, by))).toBe(name);
});

function explain(entry: GradingEntry) {
  return explainEntry(entry, { ref: 'r', at: AT, now: NOW, book: DEFAULT_BOOK });
}

function toAnswer({
  second,
  ...found
}: {
  questionId: string;
  score: Score;
  weight: number;
  second: number;
}): EntryAnswer {
  const timestamp = AT.replace(':00.000Z', `:${String(second).padStart(2, '0')}.000Z`);
  return { ...graded(found.questionId, found.score, {}), weight: found.weight, timestamp };
}

function graded(questionId: string, score: Score, more: Partial<EntryAnswer>): EntryAnswer {
  return {
    questionId,
    score,
    weight: 1,
    determinism: 'non-deterministic',
    graderIdentity: identity,
    timestamp: AT,
    ...more,
  };
}

function letterWith(answers: readonly EntryAnswer[], raised: ReadonlyMap<string, Score>, cap: 'A' | 'B') {
  const mean = meanOfScores(
    answers.map((one) => ({ ...one, score: raised.get(one.questionId) ?? one.score })),
    DEFAULT_BOOK,
  );
  return mean === null ? null : worseOf(bandOf(mean, DEFAULT_BOOK.grading), cap);
}

function entryOf({
  gradings,
  tier,
  veto,
}: {
  gradings: EntryAnswer[];
  tier: 'autonomous' | 'group-bound';
  veto: boolean;
}): GradingEntry {
  const claim = veto
    ? ({
        triggeredBy: 'illegal-content',
        graderIdentity: identity,
        evidence: 'seen',
        reasoning: 'so',
        timestamp: AT,
      } as const)
    : null;
  const { aggregateGrade, maxAttainableGrade } = gradeAnswers({
    answers: newestPerQuestion(gradings),
    tier,
    veto: claim,
    rules: DEFAULT_BOOK,
  });
  return {
    gradingId: 'abcdef01--x',
    schemaId: 'ns.tool',
    area: 'single-test',
    version: 'flowmcp/4.0.0',
    schemaHash: 'abcdef01',
    gradingMode: 'full',
    gradingTier: tier,
    harness: 'other',
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
    gradings,
    categoricalVeto: claim,
    aggregateGrade: aggregateGrade ?? GRADES[4],
    maxAttainableGrade,
  };
}
