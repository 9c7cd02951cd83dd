// Coverage is the share of applicable questions that graders judged: 0 to 1, lower with each n/a, and no part of the
// grade.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, isJudged } from '../../src/grade/coverage.js';
import { gradeAnswers } from '../../src/grade/grade.js';
import { appliesTo, type GradedContent } from '../../src/questions/applicability.js';
import { gradedQuestionsOf, questionsOf } from '../../src/questions/lookup.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { EntryAnswer } from '../../src/spec/entry.js';
import { AREAS, type AreaId, type Score } from '../../src/spec/vocabulary.js';

const AT = '2026-02-01T00:00:00Z';

function answer(questionId: string, score: Score, over: Partial<EntryAnswer> = {}): EntryAnswer {
  return {
    questionId,
    score,
    weight: questionsOf(areaOf(questionId)).find(({ id }) => id === questionId)?.weight ?? 1,
    determinism: 'non-deterministic',
    graderIdentity: { kind: 'script', name: 'test', version: '1' },
    timestamp: AT,
    ...over,
  };
}

const areaOf = (questionId: string) => questionId.replace(/^Q-|-\d+$/g, '') as AreaId;

const score = fc.oneof(
  fc.double({ min: 1, max: 5, noNaN: true }),
  fc.constantFrom<Score>('pass', 'fail', 'n/a', 'stale'),
);
const count = fc.option(fc.nat({ max: 3 }));
const content = fc.record({ user: count, server: count, tools: count, lower: count, missing: count }).map(
  ({ user, server, tools, lower, missing }): GradedContent => ({
    userParameters: () => user,
    serverParameters: () => server,
    tools: () => tools,
    lowerSkills: () => lower,
    missingSections: () => missing,
  }),
);
/** An entry of an area: some of its questions are answered, some of them twice. */
const entry = fc.constantFrom(...AREAS).chain((area) =>
  fc.record({
    area: fc.constant(area),
    content,
    answers: fc.array(
      fc
        .tuple(fc.constantFrom(...questionsOf(area)), score, fc.integer({ min: 10, max: 28 }))
        .map(([question, given, day]) =>
          answer(question.id, given, {
            determinism: question.determinism,
            timestamp: `2026-02-${day}T00:00:00Z`,
          }),
        ),
      { maxLength: 14 },
    ),
  }),
);

const { grading } = DEFAULT_BOOK;

describe('coverage', () => {
  it('uses the weights of the rules that the entry names', () => {
    const [one, ...others] = gradedQuestionsOf('single-test');
    const heavy = { ...grading, weights: Object.fromEntries(others.map(({ id }) => [id, 0.1])) };
    const share = (one?.weight ?? 0) / ((one?.weight ?? 0) + 0.1 * others.length);
    const answers = [answer(one?.id ?? '', 3)];
    expect(coverageOf(answers, { area: 'single-test', content: {}, grading: heavy })).toBeCloseTo(share, 10);
  });

  it('is between 0 and 1, and above 0 only if a grader judged', () => {
    fc.assert(
      fc.property(entry, ({ area, content: seen, answers }) => {
        const coverage = coverageOf(answers, { area, content: seen, grading });
        expect(coverage).toBeGreaterThanOrEqual(0);
        expect(coverage).toBeLessThanOrEqual(1);
        if (!isJudged(answers)) expect(coverage).toBe(0);
      }),
    );
  });

  it('falls with an n/a to an applicable question, stays with one to any other, and does not affect the letter', () => {
    const wholeAndOne = fc
      .constantFrom(...AREAS)
      .chain((area) =>
        fc.record({ area: fc.constant(area), without: fc.constantFrom(...gradedQuestionsOf(area)), content }),
      );
    fc.assert(
      fc.property(wholeAndOne, ({ area, without, content: seen }) => {
        const whole = gradedQuestionsOf(area).map(({ id }) => answer(id, 4));
        const open = whole.map((one) =>
          one.questionId === without.id ? answer(one.questionId, 'n/a') : one,
        );
        expect(coverageOf(whole, { area, content: seen, grading })).toBe(1);
        expect(coverageOf(open, { area, content: seen, grading }) < 1).toBe(appliesTo(without.id, seen));
        const grades = [whole, open].map((answers) =>
          gradeAnswers({ answers, tier: 'autonomous', rules: DEFAULT_BOOK }),
        );
        expect(grades[1]).toEqual(grades[0]);
      }),
    );
  });

  it.each(AREAS)('uses weights, those of the catalogue: %s', (area) => {
    const asked = gradedQuestionsOf(area);
    const sum = asked.reduce((total, { weight }) => total + weight, 0);
    for (const one of asked) {
      const answers = [answer(one.id, 3, { weight: 99 })];
      expect(coverageOf(answers, { area, content: {}, grading })).toBeCloseTo(one.weight / sum, 10);
    }
    expect(coverageOf([], { area, content: {}, grading })).toBe(0);
  });
});

describe('an A', () => {
  const byCode = (given: Score) =>
    answer('Q-selection-aggregate-01', given, { determinism: 'deterministic' });

  it('requires a judgement that counts: answers of code alone end at B', () => {
    const grade = (answers: readonly EntryAnswer[]) =>
      gradeAnswers({ answers, tier: 'group-bound', rules: DEFAULT_BOOK });
    const open = answer('Q-selection-aggregate-02', 'n/a');
    expect(grade([byCode('pass'), open])).toMatchObject({ aggregateGrade: 'B', rawGrade: 'A', score: 5 });
    expect(grade([byCode('pass'), answer('Q-selection-aggregate-02', 5)]).aggregateGrade).toBe('A');
    expect(grade([byCode('fail'), open]).aggregateGrade).toBe('F');
  });
});
