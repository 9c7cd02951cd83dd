import { isGraded } from '../grade/roll-up.js';
import { describeProblem } from '../problems/error-codes.js';
import { type Subject, selectSubjects } from '../target/logic/subjects.js';
import type { NamespaceTarget } from '../target/logic/target.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import { writingProblem } from '../target/refuse-tests.js';
import type { EmitOptions } from './options.js';

/**
 * Tools that keep their grade although their tests no longer cover their code (decision 0018): it was edited since, or
 * its handlers write to main and no fact records that yet. A run tests them even if it does not ask about them.
 */
export function dueForTests(
  { subjects, facts, voidFacts, outline }: DerivedNamespace,
  { scope }: NamespaceTarget,
  { areas = null, offline = false, mode }: EmitOptions,
): Subject[] {
  if (mode === 'partial') return [];
  const writing = new Map(outline.schemas.map(({ schema, writesTo }) => [schema, writesTo]));
  const isDue = ({ schema, tool, status }: Subject) => {
    if (schema === null || tool === null || !isGraded(status.status)) return false;
    const path = writing.get(schema);
    if (!path) return !offline && voidFacts.has(schema);
    return facts.get(schema)?.tools[tool]?.reason !== describeProblem(writingProblem(path)).message;
  };
  return selectSubjects(subjects, { scope, areas }).filter(isDue);
}
