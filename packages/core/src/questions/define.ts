import type { AreaId } from '../spec/vocabulary.js';
import type { AreaFacts, DeterministicQuestion, FactsAreaId, GradedQuestion } from './question.js';

/** The viewpoint a grader reads from: a base persona (who reads) or a lens (what to look for). */
export interface PersonaCard {
  /** Slug. */
  readonly id: string;
  readonly kind: 'base' | 'lens';
  readonly title: string;
  readonly text: string;
}

/** A rule for graders, in all areas or only in those named. */
export interface Policy {
  /** Slug. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Absent: all areas. */
  readonly areas?: readonly AreaId[];
}

/** A question that a grader judges (spec 06, axis 1: non-deterministic). */
export function defineQuestion(question: Omit<GradedQuestion, 'determinism'>): GradedQuestion {
  return { ...question, determinism: 'non-deterministic' };
}

/**
 * A question that code answers from facts with pass or fail (spec 06, binding rule 2). Its area decides the
 * facts passed to `answer`, see `AreaFacts`.
 */
export function defineDeterministicQuestion<A extends FactsAreaId>(
  question: { readonly area: A } & Omit<DeterministicQuestion<AreaFacts[A]>, 'determinism' | 'scoreType'>,
): DeterministicQuestion<AreaFacts[A]> {
  return { ...question, determinism: 'deterministic', scoreType: 'boolean' };
}
