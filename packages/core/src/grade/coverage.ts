import { appliesTo, type GradedContent } from '../questions/applicability.js';
import { gradedQuestionsOf, questionById } from '../questions/lookup.js';
import type { EntryAnswer } from '../spec/entry.js';
import { gradingSystem } from '../spec/grading-system-1.0.0.js';
import type { AreaId } from '../spec/vocabulary.js';
import { newestPerQuestion, valueOfScore } from './score.js';

type Answer = Pick<EntryAnswer, 'questionId' | 'score' | 'determinism' | 'timestamp'>;

/** Why an entry of nothing but n/a and answers by code makes no grade (decision 0063). */
export const NO_JUDGEMENT = 'no judgement counted';

/** Did a grader judge anything? What the catalogue leaves to code is no judgement, whoever says it. */
export function isJudged(answers: readonly Answer[]): boolean {
  return newestPerQuestion(answers).some(isJudgement);
}

/**
 * Share of the grader questions that were judged, by weight, of those that apply to the content: 0 to 1. Weights are the
 * catalogue's, so that no entry can claim more than it holds.
 */
export function coverageOf(area: AreaId, answers: readonly Answer[], content: GradedContent): number {
  const judged = new Set(
    newestPerQuestion(answers)
      .filter(isJudgement)
      .map(({ questionId }) => questionId),
  );
  const asked = gradedQuestionsOf(area);
  const counted = asked.filter(({ id }) => judged.has(id));
  // Only what is left open has to be looked up in the content.
  const open = asked.filter(({ id }) => !judged.has(id) && appliesTo(id, content));
  if (open.length === 0) return 1;
  const weight = weightOf(counted.filter(({ id }) => appliesTo(id, content)));
  return Number((weight / (weight + weightOf(open))).toFixed(gradingSystem.meanDecimals));
}

function isJudgement({ questionId, score, determinism }: Answer): boolean {
  return (
    determinism === 'non-deterministic' &&
    valueOfScore(score) !== null &&
    questionById(questionId)?.determinism !== 'deterministic'
  );
}

function weightOf(questions: readonly { readonly weight: number }[]): number {
  return questions.reduce((sum, { weight }) => sum + weight, 0);
}
