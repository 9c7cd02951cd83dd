import type { Problem } from '../problems/problem.js';
import type { EntryRules, Thresholds } from '../spec/books/book.js';
import { type AggregateGrade, GRADES, type Grade, type Tier } from '../spec/vocabulary.js';
import { checkScore, checkWeight, isCounted, meanOfScores, type WeightedScore } from './score.js';
import { checkVeto, type VetoClaim } from './veto.js';

export interface GradeResult {
  /** null: no answer counts, or there are errors. */
  readonly aggregateGrade: AggregateGrade | null;
  /** Band before the tier trim; null under a veto. */
  readonly rawGrade: Grade | null;
  /** Weighted mean, 1.0–5.0; null under a veto. */
  readonly score: number | null;
  readonly maxAttainableGrade: 'A' | 'B';
  readonly errors: readonly Problem[];
}

/**
 * Turns answers into a letter: veto first, then mean, band and tier trim. Answers by code alone reach B at
 * most.
 *
 * @returns errors SCO-…, GRD-…, VET-… and no grade if any of the input is invalid.
 * @see spec 08, Aggregate-Grade Computation
 */
export function gradeAnswers({
  answers,
  tier,
  veto = null,
  rules,
}: {
  answers: readonly WeightedScore[];
  tier: Tier;
  veto?: VetoClaim | null;
  rules: EntryRules;
}): GradeResult {
  const maxAttainableGrade = rules.grading.maxGrade[tier];
  const none = { aggregateGrade: null, rawGrade: null, score: null, maxAttainableGrade };
  const errors = [...(veto ? checkVeto(veto) : []), ...answers.flatMap(checkAnswer)];
  if (errors.length > 0) return { ...none, errors };
  if (veto) return { ...none, aggregateGrade: 'REJECTED', errors };
  const score = meanOfScores(answers, rules);
  if (score === null) return { ...none, errors };
  const rawGrade = bandOf(score, rules.grading);
  const best = isByCodeAlone(answers) ? 'B' : 'A';
  return {
    aggregateGrade: worseOf(rawGrade, worseOf(maxAttainableGrade, best)),
    rawGrade,
    score,
    maxAttainableGrade,
    errors,
  };
}

/**
 * Grades a stored entry again. Before decision 0063, a grade that rested on code's answers alone was not capped at
 * B, so a stored A may rest on such answers.
 */
export function regradeAnswers({
  stored,
  ...input
}: Parameters<typeof gradeAnswers>[0] & { readonly stored: AggregateGrade }): GradeResult {
  const isOlder = stored === 'A' && isByCodeAlone(input.answers);
  const answers = isOlder ? input.answers.map(({ score, weight }) => ({ score, weight })) : input.answers;
  return gradeAnswers({ ...input, answers });
}

/** Whether none of the counted answers is a judgement; A needs one (spec 06, rules 3 and 4; spec 24). */
function isByCodeAlone(answers: readonly WeightedScore[]): boolean {
  const counted = answers.filter(({ score }) => isCounted(score));
  return counted.length > 0 && counted.every(({ determinism }) => determinism === 'deterministic');
}

/** The letter of a mean; lower bounds are inclusive (spec 07 §4.1). */
export function bandOf(mean: number, { bands }: Pick<Thresholds, 'bands'>): Grade {
  return bands.find((band) => mean >= band.atLeast)?.grade ?? 'F';
}

/** The worse of two letters; used for caps and roll-ups. */
export function worseOf(a: Grade, b: Grade): Grade {
  return GRADES.indexOf(a) >= GRADES.indexOf(b) ? a : b;
}

function checkAnswer(answer: WeightedScore, at: number): Problem[] {
  const where = { path: `answers/${at}` };
  return [checkScore(answer.score, where), checkWeight(answer.weight, where)].filter(
    (found) => found !== null,
  );
}
