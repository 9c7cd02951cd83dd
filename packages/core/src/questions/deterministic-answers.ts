import type { GradingRules } from '../spec/books/book.js';
import { type Gathered, gatheredField } from '../spec/gathered.js';
import type { StoredAnswer } from '../spec/state.js';
import { deterministicQuestions } from './deterministic.generated.js';
import {
  type AreaFacts,
  type DeterministicQuestion,
  type FactsAreaId,
  type Question,
  weightOf,
} from './question.js';

/**
 * Answers all of an area's deterministic questions from facts: skipping any is forbidden (spec 06, rule 2). Of a question
 * whose passes are not written, only a fail is returned.
 *
 * @param timestamp when the facts were found, ISO-8601
 * @param grading decides weights, and the numbers that some questions name
 */
export function answerFromFacts<A extends FactsAreaId>(
  area: A,
  facts: AreaFacts[A],
  timestamp: string,
  grading: GradingRules,
): StoredAnswer[] {
  return deterministicQuestionsOf(area).flatMap((question) => {
    const { naReason, evidence: text = '', gathered, ...answer } = question.answer(facts, grading);
    if (question.writtenIfFailed && answer.score !== 'fail') return [];
    const evidence = evidenceOf(text, gathered);
    return {
      questionId: question.id,
      ...answer,
      ...(naReason && { naReason }),
      ...(evidence !== '' && { evidence }),
      weight: weightOf(question, grading),
      timestamp,
    };
  });
}

/** Evidence as text, or as an object if it also has to record how the facts were gathered. */
function evidenceOf(text: string, gathered: Gathered | undefined): NonNullable<StoredAnswer['evidence']> {
  const how = gatheredField([gathered]);
  return how.gathered ? { ...(text !== '' && { text }), ...how } : text;
}

/** The questions that code answers, typed by the facts of their area. */
export function deterministicQuestionsOf<A extends FactsAreaId>(
  area: A,
): readonly DeterministicQuestion<AreaFacts[A]>[] {
  return deterministicQuestions.filter((question) => takesFactsOf(question, area));
}

/** defineDeterministicQuestion ties the facts to the area, so checking the area is enough. */
function takesFactsOf<A extends FactsAreaId>(
  question: Question,
  area: A,
): question is DeterministicQuestion<AreaFacts[A]> {
  return question.determinism === 'deterministic' && question.area === area;
}
