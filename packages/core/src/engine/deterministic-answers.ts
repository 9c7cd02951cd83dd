import { deterministicQuestionsOf } from '../catalogue/deterministic-lookup.js';
import type { AreaFacts, FactsAreaId } from '../model/question.js';
import type { StoredAnswer } from '../model/state.js';

/**
 * What code answers of an area, from facts. All of it is answered: skipping is forbidden (spec 06, rule 2).
 *
 * @param timestamp when the facts were found, ISO-8601
 */
export function answerFromFacts<A extends FactsAreaId>(
  area: A,
  facts: AreaFacts[A],
  timestamp: string,
): StoredAnswer[] {
  return deterministicQuestionsOf(area).map((question) => {
    const { naReason, evidence, ...answer } = question.answer(facts);
    return {
      questionId: question.id,
      ...answer,
      ...(naReason && { naReason }),
      ...(evidence !== undefined && evidence !== '' && { evidence }),
      weight: question.weight,
      timestamp,
    };
  });
}
