import { appliesTo, type GradedContent } from '../questions/applicability.js';
import { gradedQuestionsOf, questionById } from '../questions/lookup.js';
import { type Question, weightOf } from '../questions/question.js';
import type { GradingRules } from '../spec/books/book.js';
import type { EntryAnswer } from '../spec/entry.js';
import type { AreaId } from '../spec/vocabulary.js';
import { isCounted, newestPerQuestion } from './score.js';

type Answer = Pick<EntryAnswer, 'questionId' | 'score' | 'determinism' | 'timestamp'>;

/** Number of decimals of a share; what follows is an error of the arithmetic. */
const SHARE_DECIMALS = 12;

/** Reason why an entry has no grade if it holds only n/a answers and answers given by code (decision 0063). */
export const NO_JUDGEMENT = 'no judgement counted';

/**
 * Whether a grader judged anything. Answers to the catalogue's deterministic questions are not judgements,
 * whoever gives them.
 */
export function isJudged(answers: readonly Answer[]): boolean {
  return newestPerQuestion(answers).some(isJudgement);
}

/** What the coverage of an entry depends on besides its answers. */
interface Covered {
  readonly area: AreaId;
  readonly content: GradedContent;
  /** The rules that the entry names. */
  readonly grading: GradingRules;
}

/**
 * Share of the applicable grader questions that were judged, by weight: 0 to 1. The weights are those of the catalogue
 * and the entry's rules, so that no entry can claim more than it holds.
 */
export function coverageOf(answers: readonly Answer[], { area, content, grading }: Covered): number {
  const sum = (questions: readonly Question[]) =>
    questions.reduce((total, question) => total + weightOf(question, grading), 0);
  const judged = new Set(
    newestPerQuestion(answers)
      .filter(isJudgement)
      .map(({ questionId }) => questionId),
  );
  const asked = gradedQuestionsOf(area);
  const counted = asked.filter(({ id }) => judged.has(id));
  // Only unanswered questions require a look at the content.
  const open = asked.filter(({ id }) => !judged.has(id) && appliesTo(id, content));
  if (open.length === 0) return 1;
  const weight = sum(counted.filter(({ id }) => appliesTo(id, content)));
  return Number((weight / (weight + sum(open))).toFixed(SHARE_DECIMALS));
}

function isJudgement({ questionId, score, determinism }: Answer): boolean {
  return (
    determinism === 'non-deterministic' &&
    isCounted(score) &&
    questionById(questionId)?.determinism !== 'deterministic'
  );
}
