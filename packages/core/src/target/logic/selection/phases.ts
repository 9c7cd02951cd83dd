import { checkMembers, countNamespaces, tooFewNamespaces } from '../../../grade/precondition.js';
import { isSafeName } from '../../../island/logic/names.js';
import { describeValue } from '../../../problems/describe-issue.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { MOST_SKILLS } from '../../../rules/selection/skills.js';
import type { SelectionSkill } from '../../../rules/selection-finding.js';
import type { GradingRules } from '../../../spec/books/book.js';
import type { IndexMember } from '../../../spec/index-file.js';
import type { Persona } from '../../../spec/vocabulary.js';
import { isMissing } from '../missing-members.js';

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

/** What a selection's phases read of a member. */
export type MemberStanding = Pick<IndexMember, 'status' | 'boundTo' | 'reason' | 'detail'>;

/** Checks all three phases (spec 05). */
export function runSelectionPhases({
  schemaIds,
  members,
  skills,
  persona,
  grading,
}: {
  readonly schemaIds: readonly string[];
  readonly members: Readonly<Record<string, MemberStanding>>;
  readonly skills: readonly NamedSkill[];
  /** null if no persona is named. */
  readonly persona: { readonly persona: Persona } | { readonly problem: Problem } | null;
  readonly grading: GradingRules;
}): PhaseResults {
  return {
    S1: checkGroup(schemaIds, members, grading),
    S3: checkSkills(skills),
    S4: phase(persona && 'problem' in persona ? [persona.problem] : []),
  };
}

/** Whether the content of a member is known by its hash. */
export function isPinned(member: Pick<IndexMember, 'boundTo'> | undefined): boolean {
  return /\S/.test(member?.boundTo ?? '');
}

/**
 * Checks whether the members form a group that can be graded: each is named only once, is stable and pinned, and together
 * they come from at least five namespaces.
 *
 * @param members by `<namespace>.<schema>`; a member that is absent here is not imported
 */
export function checkGroup(
  schemaIds: readonly string[],
  members: Readonly<Record<string, MemberStanding>>,
  grading: GradingRules,
): PhaseResult {
  const named = [...new Set(schemaIds)];
  const notImported = Object.entries(members).flatMap(([id, member]) => (isMissing(member) ? id : []));
  const twice = named.filter((id) => schemaIds.indexOf(id) !== schemaIds.lastIndexOf(id));
  const few = tooFewNamespaces(countNamespaces(named), grading);
  const frozen = named.map((schemaId) => {
    const known = Object.hasOwn(members, schemaId) ? members[schemaId] : undefined;
    return {
      schemaId,
      schemaVersion: null,
      schemaHash: isPinned(known) ? (known?.boundTo ?? null) : null,
      // Nothing says which content was stable.
      gradingStatus:
        known?.status === 'stable' && !isPinned(known) ? 'pending' : (known?.status ?? 'pending'),
      override: null,
    };
  });
  const gate = checkMembers({ members: frozen }, notImported);
  return phase([
    ...twice.map((found) => problem('SEL-017', undefined, { list: 'schemaIds', found })),
    ...(few === null ? [] : [problem('PRE-004', undefined, { reason: few })]),
    ...(gate.passed ? [] : [problem('PRE-004', undefined, { reason: gate.reason })]),
  ]);
}

/** A skill. Its level and persona focus are undefined if only the name is known, and null if the skill has none. */
export interface NamedSkill {
  readonly name: string;
  readonly level?: SelectionSkill['level'] | undefined;
  readonly persona?: SelectionSkill['persona'] | undefined;
}

/**
 * Checks that there are at most four skills, each with a safe name of its own, and that nothing prevents their grading
 * (spec 13). A reference has a safe name between its slashes.
 */
export function checkSkills(skills: readonly NamedSkill[]): PhaseResult {
  const names = skills.map(({ name }) => name);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return phase([
    ...(skills.length > MOST_SKILLS ? [problem('SKL018', undefined, { count: skills.length })] : []),
    ...names
      .filter((name) => !name.split('/').every(isSafeName))
      .map((name) => problem('SKL002', undefined, { found: describeValue(name) })),
    ...[...twice].map((name) => problem('SEL-018', undefined, { name })),
    ...skills.flatMap(({ name: skill, level, persona }) => [
      ...(level === null ? [problem('SKC-005', undefined, { skill })] : []),
      ...(persona === null ? [problem('SKC-006', undefined, { skill })] : []),
    ]),
  ]);
}

function phase(errors: readonly Problem[]): PhaseResult {
  return { passed: errors.every(({ severity }) => severity !== 'error'), errors };
}
