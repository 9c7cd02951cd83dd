import type { SpecRules } from '../spec/books/book.js';
import { asksQuestion } from '../spec/books/registered.js';
import type { AreaId } from '../spec/vocabulary.js';
import { areas } from './areas.js';
import { type PersonaCard, personas } from './personas.js';
import { type Policy, policies } from './policies.js';
import type { Area, GradedQuestion, Question } from './question.js';
import { questions } from './registry.generated.js';

/** The area, or undefined if the catalogue does not have it. */
export function areaById(id: AreaId): Area | undefined {
  return areas.find((area) => area.id === id);
}

/** The areas of one side, sorted by number. */
export function areasOfSide(side: Area['side']): AreaId[] {
  return areas
    .filter((area) => area.side === side)
    .sort((a, b) => a.number - b.number)
    .map(({ id }) => id);
}

/** All questions of an area that any specification asks, sorted by number. */
export function questionsOf(area: AreaId): readonly Question[] {
  return questions.filter((question) => question.area === area);
}

/** The questions that a specification asks in an area, sorted by number. */
export function askedQuestionsOf(area: AreaId, spec: SpecRules): readonly Question[] {
  return questionsOf(area).filter(({ id }) => asksQuestion(spec, id));
}

/** Questions that every full entry of an area answers, sorted by number. */
export function expectedQuestionsOf(area: AreaId): readonly Question[] {
  return questionsOf(area).filter((question) => !('writtenIfFailed' in question));
}

/** An area's questions for graders. */
export function gradedQuestionsOf(area: AreaId): readonly GradedQuestion[] {
  return questionsOf(area).filter((question) => question.determinism === 'non-deterministic');
}

/** Finds a question by its id, `Q-‹area›-NN`. */
export function questionById(id: string): Question | undefined {
  return questions.find((question) => question.id === id);
}

/**
 * The name of a question, unique in its area: `domainCoverage, overlap`. Several questions may share a dimension.
 *
 * @param dimension the name of one that the catalogue does not have
 */
export function nameQuestion(id: string, dimension: string | null): string {
  const question = questionById(id);
  return [question?.dimension ?? dimension, question?.topic]
    .filter((part) => typeof part === 'string')
    .join(', ');
}

/** A base persona or a catalogued lens; undefined for a lens that a selection's About defines. */
export function personaById(id: string): PersonaCard | undefined {
  return personas.find((persona) => persona.id === id);
}

/** All base personas or all lenses, sorted by slug. */
export function personasOfKind(kind: PersonaCard['kind']): readonly PersonaCard[] {
  return personas.filter((persona) => persona.kind === kind);
}

/** The policies for graders of this area, sorted by id. */
export function policiesOf(area: AreaId): readonly Policy[] {
  return policies.filter((policy) => policy.areas === undefined || policy.areas.includes(area));
}

/** How the answers to a question age; null if they do not, or if the catalogue does not have the question. */
export function ageingOfQuestion(id: string): Question['ageing'] {
  return questionById(id)?.ageing ?? null;
}
