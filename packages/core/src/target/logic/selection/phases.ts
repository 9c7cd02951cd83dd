import { checkMembers, countNamespaces, tooFewNamespaces } from '../../../grade/precondition.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { MOST_SKILLS } from '../../../rules/selection/skills.js';
import type { SelectionSkill } from '../../../rules/selection-finding.js';
import type { IndexMember } from '../../../spec/index-file.js';
import type { Persona } from '../../../spec/vocabulary.js';

/** The result of one precondition for grading a selection as a whole. */
export interface PhaseResult {
  readonly passed: boolean;
  readonly errors: readonly Problem[];
}

export interface PhaseResults {
  /** The check of the members: whether all are known and stable, and whether there are enough. */
  readonly S1: PhaseResult;
  /** The check of the skills: whether there are at most four, each with a level and a persona focus. */
  readonly S3: PhaseResult;
  /** The check of the personas: whether the grading persona can be resolved. */
  readonly S4: PhaseResult;
}

/** Checks all three phases (spec 05). */
export function runSelectionPhases({
  schemaIds,
  members,
  skills,
  persona,
}: {
  readonly schemaIds: readonly string[];
  readonly members: Readonly<Record<string, Pick<IndexMember, 'status' | 'boundTo'>>>;
  readonly skills: readonly Pick<SelectionSkill, 'name' | 'level' | 'persona'>[];
  /** null if no persona is named. */
  readonly persona: { readonly persona: Persona } | { readonly problem: Problem } | null;
}): PhaseResults {
  return {
    S1: checkGroup(schemaIds, members),
    S3: checkSkills(skills),
    S4: phase(persona && 'problem' in persona ? [persona.problem] : []),
  };
}

/**
 * Checks whether the members form a group that can be graded: each is named only once and is stable, and together they
 * come from at least five namespaces.
 *
 * @param members by `<namespace>.<schema>`; a member that is absent here is not imported
 */
export function checkGroup(
  schemaIds: readonly string[],
  members: Readonly<Record<string, Pick<IndexMember, 'status' | 'boundTo'>>>,
): PhaseResult {
  const named = [...new Set(schemaIds)];
  const twice = named.filter((id) => schemaIds.indexOf(id) !== schemaIds.lastIndexOf(id));
  const few = tooFewNamespaces(countNamespaces(named));
  const gate = checkMembers({
    members: named.map((schemaId) => {
      const known = Object.hasOwn(members, schemaId) ? members[schemaId] : undefined;
      return {
        schemaId,
        schemaVersion: null,
        schemaHash: known?.boundTo ?? null,
        gradingStatus: known?.status ?? 'pending',
        override: null,
      };
    }),
  });
  return phase([
    ...twice.map((found) => problem('SEL-017', undefined, { list: 'schemaIds', found })),
    ...(few === null ? [] : [problem('PRE-004', undefined, { reason: few })]),
    ...(gate.passed ? [] : [problem('PRE-004', undefined, { reason: gate.reason })]),
  ]);
}

/** Checks that there are at most four skills and that nothing prevents the grading of any of them (spec 13). */
export function checkSkills(
  skills: readonly Pick<SelectionSkill, 'name' | 'level' | 'persona'>[],
): PhaseResult {
  return phase([
    ...(skills.length > MOST_SKILLS ? [problem('SKL018', undefined, { count: skills.length })] : []),
    ...skills.flatMap(({ name: skill, level, persona }) => [
      ...(level === null ? [problem('SKC-005', undefined, { skill })] : []),
      ...(persona === null ? [problem('SKC-006', undefined, { skill })] : []),
    ]),
  ]);
}

function phase(errors: readonly Problem[]): PhaseResult {
  return { passed: errors.every(({ severity }) => severity !== 'error'), errors };
}
