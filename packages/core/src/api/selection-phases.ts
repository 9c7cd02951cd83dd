import { argumentProblem } from '../problems/describe-issue.js';
import { areasOfSide } from '../questions/lookup.js';
import { resolvePersona } from '../rules/about/personas-section.js';
import type { SelectionSkill } from '../rules/selection-finding.js';
import type { IndexMember, LockSnapshot } from '../spec/index-file.js';
import type { AreaId, Persona, Tier } from '../spec/vocabulary.js';
import { checkGroup, checkSkills } from '../target/logic/selection/phases.js';

import { errorTexts } from './error-texts.js';
import {
  type GradeSelectionInput,
  type GradeSelectionResult,
  gradeSelection,
  type Phase,
  phaseOf,
} from './grade-selection.js';

/** The tier of all selection areas. */
export function getTier(): { tier: Tier } {
  return { tier: 'group-bound' };
}

/** The five selection areas, in the order they are graded. */
export function getAreas(): { areas: AreaId[] } {
  return { areas: areasOfSide('selection') };
}

/**
 * Checks the members: no duplicates, at least five namespaces, all stable and pinned.
 *
 * @param members state of each, by `<namespace>.<schema>`; the `members` of a selection's index
 * @param lockSnapshot used in place of `members`: the frozen state of each member
 * @returns PRE-004 (not stable, too few namespaces), SEL-017 (duplicate, a warning)
 */
export function runS1({
  schemaIds,
  members,
  lockSnapshot,
}: {
  schemaIds: readonly string[];
} & (
  | { members: Readonly<Record<string, Pick<IndexMember, 'status' | 'boundTo'>>>; lockSnapshot?: undefined }
  | { lockSnapshot: Pick<LockSnapshot, 'members'>; members?: undefined }
)): Phase {
  if (!Array.isArray(schemaIds)) return absent('schemaIds', schemaIds);
  const known = lockSnapshot ? pinned(lockSnapshot) : members;
  return known ? phaseOf(checkGroup(schemaIds, known)) : absent('members', undefined);
}

/**
 * Checks the skills: at most four, each with a level and a persona focus.
 *
 * @returns SKL018 (too many), SKC-005 (no level), SKC-006 (no persona focus)
 */
export function runS3({
  skills,
}: {
  skills: readonly Pick<SelectionSkill, 'name' | 'level' | 'persona'>[];
}): Phase {
  return Array.isArray(skills) ? phaseOf(checkSkills(skills)) : absent('skills', skills);
}

/**
 * Checks the personas: each is a base persona, or a lens that the About defines for a base persona.
 *
 * @param about text of the selection's About; null if it has none
 * @returns the persona of each id that can be resolved; PER-001 for the others, GRD-001 if there are no ids
 */
export function runS4({
  personaIds,
  about,
}: {
  personaIds: readonly string[];
  about: string | null;
}): Phase & {
  personas: Persona[];
} {
  if (!Array.isArray(personaIds) || personaIds.length === 0) {
    // An empty list is reported as a missing one.
    const found = Array.isArray(personaIds) ? undefined : personaIds;
    return { ...absent('personaIds', found), personas: [] };
  }
  const resolved = personaIds.map((personaId: string) => resolvePersona({ personaId, about }));
  const problems = resolved.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return {
    passed: problems.length === 0,
    personas: resolved.flatMap((one) => ('persona' in one ? [one.persona] : [])),
    errors: errorTexts(problems),
  };
}

/** Runs all phases of a selection in the island and grades it: see `gradeSelection`. */
export function runAll(input: GradeSelectionInput): Promise<GradeSelectionResult> {
  return gradeSelection(input);
}

function pinned({ members }: Pick<LockSnapshot, 'members'>) {
  return Object.fromEntries(
    members.map(({ schemaId, gradingStatus, schemaHash }) => [
      schemaId,
      { status: gradingStatus, ...(schemaHash !== null && { boundTo: schemaHash }) },
    ]),
  );
}

function absent(field: string, found: unknown): Phase {
  return { passed: false, errors: errorTexts([argumentProblem(field, 'a list', found)]) };
}
