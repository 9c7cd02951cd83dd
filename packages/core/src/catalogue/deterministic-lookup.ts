import type { AreaFacts, DeterministicQuestion, FactsAreaId, Question } from '../model/question.js';
import { deterministicQuestions } from './deterministic.generated.js';

/** The questions code answers, typed over the facts of their area. */
export function deterministicQuestionsOf<A extends FactsAreaId>(
  area: A,
): readonly DeterministicQuestion<AreaFacts[A]>[] {
  return deterministicQuestions.filter((question) => takesFactsOf(question, area));
}

/** defineDeterministicQuestion ties the facts to the area, so the area is evidence enough. */
function takesFactsOf<A extends FactsAreaId>(
  question: Question,
  area: A,
): question is DeterministicQuestion<AreaFacts[A]> {
  return question.determinism === 'deterministic' && question.area === area;
}
