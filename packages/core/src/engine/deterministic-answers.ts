import { deterministicQuestionsOf } from '../catalogue/deterministic-lookup.js';
import { type Gathered, gatheredField } from '../model/gathered.js';
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
    const { naReason, evidence: text = '', gathered, ...answer } = question.answer(facts);
    const evidence = evidenceOf(text, gathered);
    return {
      questionId: question.id,
      ...answer,
      ...(naReason && { naReason }),
      ...(evidence !== '' && { evidence }),
      weight: question.weight,
      timestamp,
    };
  });
}

/** A text, unless the facts were gathered in a way that has to be kept with it. */
function evidenceOf(text: string, gathered: Gathered | undefined): NonNullable<StoredAnswer['evidence']> {
  const how = gatheredField([gathered]);
  return how.gathered ? { ...(text !== '' && { text }), ...how } : text;
}
