import type {
  Area,
  AreaFacts,
  DeterministicQuestion,
  FactsAreaId,
  GradedQuestion,
} from '../model/question.js';
import type { AreaId } from '../model/vocabulary.js';

/** Who a grader reads with the eyes of: a base persona (who) or a lens (what it looks for). */
export interface PersonaCard {
  /** Slug, equal to the file name. */
  readonly id: string;
  readonly kind: 'base' | 'lens';
  readonly title: string;
  readonly text: string;
}

/** A rule every grader is told, in all areas or only in those named. */
export interface Policy {
  /** Slug, equal to the file name. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Absent: all areas. */
  readonly areas?: readonly AreaId[];
}

/** Checks the shape of an area file (spec 08, the eleven areas). */
export function defineArea(area: Area): Area {
  return area;
}

/** A question that a grader judges (spec 06, axis 1: non-deterministic). */
export function defineQuestion(question: Omit<GradedQuestion, 'determinism'>): GradedQuestion {
  return { ...question, determinism: 'non-deterministic' };
}

/**
 * A question that code answers from facts with pass or fail (spec 06, binding rule 2).
 * The area decides which facts `answer` is given, see `AreaFacts`.
 */
export function defineDeterministicQuestion<A extends FactsAreaId>(
  question: { readonly area: A } & Omit<DeterministicQuestion<AreaFacts[A]>, 'determinism' | 'scoreType'>,
): DeterministicQuestion<AreaFacts[A]> {
  return { ...question, determinism: 'deterministic', scoreType: 'boolean' };
}

export function definePersona(persona: PersonaCard): PersonaCard {
  return persona;
}

export function definePolicy(policy: Policy): Policy {
  return policy;
}
