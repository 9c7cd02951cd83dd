import { questionById } from '../../catalogue/lookup.js';
import type { EntryAnswer, GradingEntry } from '../../model/entry.js';
import type { EntryExplanation, ExplainedAnswer, ExplainedMean } from '../../model/explanation.js';
import type { Tier } from '../../model/vocabulary.js';
import { gradingSystem } from '../../tables/grading-system-1.0.0.js';
import { ageAnswers } from '../ageing.js';
import { bandOf, type GradeResult, regradeAnswers } from '../grade.js';
import { askedAt } from '../judge/say-asked.js';
import { formatPersona } from '../names.js';
import { meanOfScores, newestPerQuestion, sumOfScores, valueOfScore } from '../score.js';
import { findImprovements } from './improvements.js';
import { nameGrader } from './name-grader.js';

/**
 * The whole sum behind an entry's grade, from its answers alone: what counts, what does not and why, mean, band, trim
 * and veto, and what would change it.
 *
 * @param now for answers that age
 * @see spec 08, Aggregate-Grade Computation
 */
export function explainEntry(
  entry: GradingEntry,
  { ref, at, now }: { ref: string; at: string; now: Date },
): EntryExplanation {
  const counted = newestPerQuestion(entry.gradings);
  const { categoricalVeto: veto, gradingTier: tier } = entry;
  const graded = regradeAnswers({ answers: counted, tier, veto, stored: entry.aggregateGrade });
  const { weightSum } = sumOfScores(counted);
  const aged = ageAnswers(entry.gradings, (id) => questionById(id)?.ageing ?? null, now)?.stale ?? [];
  return {
    ref,
    gradingId: entry.gradingId,
    mode: entry.gradingMode,
    at,
    schemaHash: entry.schemaHash,
    harness: entry.harness,
    persona: entry.persona ? formatPersona(entry.persona) : null,
    versions: { scoringSystem: entry.scoringSystem, gradingSystem: entry.gradingSystem },
    regradedFor: entry.regradingTrigger?.triggeredBy ?? null,
    answers: counted.map((answer) =>
      explainAnswer(answer, { weightSum, isAged: aged.includes(answer.questionId) }),
    ),
    superseded: entry.gradings.length - counted.length,
    mean: veto ? null : explainMean(counted),
    veto,
    tier,
    maxGrade: graded.maxAttainableGrade,
    limit: limitOf(graded, tier),
    grade: graded.aggregateGrade,
    storedGrade: entry.aggregateGrade,
    improvements: veto ? [] : findImprovements(counted, graded.maxAttainableGrade),
  };
}

/** Below what the tier allows ends only what no judgement counts in (decision 0063). */
function limitOf({ aggregateGrade, rawGrade, maxAttainableGrade }: GradeResult, tier: Tier): string {
  const isBelow = rawGrade === 'A' && maxAttainableGrade === 'A' && aggregateGrade === 'B';
  return isBelow ? 'answers by code alone make B at most' : `${tier} allows ${maxAttainableGrade} at most`;
}

function explainAnswer(
  answer: EntryAnswer,
  { weightSum, isAged }: { weightSum: number; isAged: boolean },
): ExplainedAnswer {
  const { questionId, score, weight, determinism } = answer;
  const origin = askedAt(answer.evidence);
  const question = questionById(questionId);
  const value = valueOfScore(score);
  return {
    questionId,
    dimension: question?.dimension ?? null,
    text: question?.text ?? null,
    score,
    value,
    weight,
    contribution: value === null ? null : (weight * value) / weightSum,
    excluded: score === 'n/a' || score === 'stale' ? score : null,
    naReason: answer.naReason ?? null,
    aged: isAged,
    determinism,
    grader: nameGrader(answer),
    ...(origin !== null && { askedAt: origin }),
    at: answer.timestamp,
    reasoning: answer.reasoning ?? null,
    evidence: answer.evidence ?? null,
  };
}

function explainMean(counted: readonly EntryAnswer[]): ExplainedMean | null {
  const mean = meanOfScores(counted);
  if (mean === null) return null;
  const { bands } = gradingSystem;
  const grade = bandOf(mean);
  const position = bands.findIndex((band) => band.grade === grade);
  const better = position < 0 ? bands.at(-1) : bands[position - 1];
  const band = { grade, atLeast: bands[position]?.atLeast ?? 1, below: better?.atLeast ?? null };
  return { ...sumOfScores(counted), mean, band };
}
