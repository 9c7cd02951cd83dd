import { personaOf, readSkill } from '../features/import/logic/normalise-selection.js';
import { type Checked, checkShape } from '../grade/entry/check-entry.js';
import { problem } from '../problems/error-codes.js';
import { type Problem, placeBelow } from '../problems/problem.js';
import { areasOfSide } from '../questions/lookup.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import type { IndexMember, LockSnapshot } from '../spec/index-file.js';
import { groupInput, lockInput, personasInput, skillsInput } from '../spec/program-input.js';
import type { AreaId, BasePersonaId, Persona, Tier } from '../spec/vocabulary.js';
import { checkGroup, checkSkills, isPinned } from '../target/logic/selection/phases.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import {
  type GradeSelectionInput,
  type GradeSelectionResult,
  gradeSelection,
  type Phase,
  phaseOf,
  type SkillsInput,
} from './grade-selection.js';
import { besideProblems } from './guard.js';
import { openIsland } from './open-island.js';
import {
  entryOf,
  isReferenceForm,
  type MemberStates,
  type PhaseEntry,
  pinnedStates,
  type ReferencePhase,
  readReferencePhase,
  statesOfMembers,
} from './reference-phase.js';

/**
 * The phases before a selection is graded (spec 05). Each takes what it checks, or, as in the reference, a definition
 * and the island with its members: `{ selectionId, selectionJson, gradingDataRoot }`.
 */

const TIER: Tier = 'group-bound';

/** A phase, and the entry it was called with; null if there was none. */
export interface PhaseRun extends Phase {
  entry: PhaseEntry | null;
}

/** The tier of all selection areas. */
export function getTier(): { tier: Tier } {
  return { tier: TIER };
}

/** The five selection areas, in the order they are graded. */
export function getAreas(): { areas: AreaId[] } {
  return { areas: areasOfSide('selection') };
}

/** Members and their states. */
export interface GroupInput {
  /** `<namespace>.<schema>` of every member. */
  readonly schemaIds: readonly string[];
  /** State of each; the `members` of a selection's index. */
  readonly members?: Readonly<Record<string, Pick<IndexMember, 'status' | 'boundTo'>>> | undefined;
  /** Used in place of `members`: the frozen state of each member. */
  readonly lockSnapshot?: Pick<LockSnapshot, 'members'> | undefined;
}

/**
 * Checks the members: at least five namespaces, all stable and pinned. For a definition, the state of its members is
 * the one that the last run of the selection froze in the island; if none is frozen, the present one.
 *
 * @returns `resolved` and `missing`: the members that are imported, and the others. PRE-004 (not stable, too few
 *   namespaces), SEL-017 (duplicate, a warning), GRD-001 to GRD-004, GRD-011, IDX-… (damaged index), ISL-003 (name)
 * @see spec 05, 21
 */
export async function runS1(
  input: GroupInput | ReferencePhase,
): Promise<PhaseRun & { resolved: string[]; missing: string[] }> {
  const entry = entryOf(input);
  const refused = { ...closed('S1', entry), resolved: [], missing: [] };
  try {
    const group = isReferenceForm(input) ? readMembers(input) : readGroup(input);
    if (group.value === null) return { ...refused, errors: errorTexts(group.problems) };
    const { schemaIds, states, damaged } = group.value;
    const { passed, errors } = checkGroup(schemaIds, states, DEFAULT_BOOK.grading);
    const isKnown = (id: string) => Object.hasOwn(states, id) && isPinned(states[id]);
    const once = [...new Set(schemaIds)];
    return {
      ...phaseOf('S1', { passed, errors: [...errors, ...damaged] }),
      entry,
      resolved: once.filter(isKnown),
      missing: once.filter((id) => !isKnown(id)),
    };
  } catch (error) {
    return { ...refused, errors: thrownTexts(error) };
  }
}

interface Group {
  readonly schemaIds: readonly string[];
  readonly states: MemberStates;
  /** Indexes that cannot be read; their members are blocked. */
  readonly damaged: readonly Problem[];
}

function readMembers(input: ReferencePhase): Checked<Group> {
  const { selectionId, gradingDataRoot } = input;
  const read = readReferencePhase(input, ['schemaIds', 'members', 'lockSnapshot']);
  const island = openIsland(gradingDataRoot);
  if (read.value === null || island.value === null)
    return { value: null, problems: [...read.problems, ...island.problems] };
  const { members } = read.value;
  const damaged: Problem[] = [];
  const states = statesOfMembers(island.value, { selectionId, members, damaged });
  return { value: { schemaIds: members.map(({ schemaId }) => schemaId), states, damaged }, problems: [] };
}

function readGroup(input: GroupInput): Checked<Group> {
  const { members, lockSnapshot } = input;
  const group = checkShape(input, groupInput);
  const lock = lockSnapshot && checkShape(lockSnapshot, lockInput);
  const problems = [
    ...group.problems,
    ...placeBelow('/lockSnapshot', lock?.problems ?? []),
    ...(members || lockSnapshot ? [] : [problem('GRD-001', { path: '/members' }, { field: 'members' })]),
    ...(lockSnapshot ? besideProblems(input, ['members'], { of: 'lockSnapshot' }) : []),
    ...besideProblems(input, ['personaIndex'], { of: 'schemaIds' }),
  ];
  if (problems.length > 0) return { value: null, problems };
  const states = lockSnapshot ? pinnedStates(lockSnapshot) : (members ?? {});
  return { value: { schemaIds: input.schemaIds, states, damaged: [] }, problems: [] };
}

/**
 * Checks the skills: at most four, each with a name that a file can have, no two of one name, and, where they are given as
 * objects, each with a level and a persona focus.
 *
 * @returns SKL018 (too many), SKL002 (no such name), SEL-018 (two of one name), SKC-005 (no level), SKC-006 (no persona
 *   focus), GRD-001 to GRD-004, GRD-011
 * @see spec 13
 */
export async function runS3(input: SkillsInput | ReferencePhase): Promise<PhaseRun> {
  const entry = entryOf(input);
  const isThere = isReferenceForm(input);
  const read = isThere ? readReferencePhase(input, ['skills']) : checkShape(input, skillsInput);
  const beside = isThere ? [] : besideProblems(input, ['personaIndex'], { of: 'skills' });
  const problems = [...read.problems, ...beside];
  if (read.value === null || problems.length > 0)
    return { ...closed('S3', entry), errors: errorTexts(problems) };
  return { ...phaseOf('S3', checkSkills(read.value.skills.map(readSkill))), entry };
}

/** Personas of a selection. */
export interface PersonasInput {
  readonly personaIds: readonly string[];
  /** Text of the selection's About; an empty one counts as none, which is the default. */
  readonly about?: string | null | undefined;
  /** The base persona for each id that is neither a base persona nor a lens of the About. */
  readonly personaIndex?:
    | Readonly<Record<string, BasePersonaId | { basePersonaId: BasePersonaId }>>
    | undefined;
}

/**
 * Checks the personas: each is a base persona, or a lens over one, which the About defines or personaIndex names.
 *
 * @returns the persona of each id that can be resolved; PER-001 for the others, GRD-001 if there are no ids, GRD-002 to
 *   GRD-004, GRD-011
 * @see spec 12
 */
export async function runS4(
  input: PersonasInput | (ReferencePhase & Pick<PersonasInput, 'about'>),
): Promise<PhaseRun & { personas: Persona[] }> {
  const entry = entryOf(input);
  const refused = { ...closed('S4', entry), personas: [] };
  const read = isReferenceForm(input)
    ? readReferencePhase(input, ['personaIds'])
    : checkShape(input, personasInput);
  if (read.value === null) return { ...refused, errors: errorTexts(read.problems) };
  const { personaIds, personaIndex } = read.value;
  if (personaIds.length === 0) {
    const none = problem('GRD-001', { path: '/personaIds' }, { field: 'personaIds' });
    return { ...refused, errors: errorTexts([none]) };
  }
  const about = input.about?.trim() ? input.about : null;
  const isUnknowing = 'domainDocId' in read.value && read.value.domainDocId === null && about === null;
  const resolved = personaIds.map((personaId) => personaOf({ personaId, personaIndex, about }));
  const problems = [
    ...resolved.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    ...(isUnknowing ? [NO_DOMAIN] : []),
  ];
  return {
    ...phaseOf('S4', { passed: problems.length === 0, errors: problems }),
    entry,
    personas: resolved.flatMap((one) => ('persona' in one ? [one.persona] : [])),
  };
}

/** Without domain knowledge there is no group-bound entry (chapter 10). */
const NO_DOMAIN = problem('GRD-001', { path: '/selectionJson/domainDocId' }, { field: 'domainDocId' });

/** All phases of a selection, and its grade if a grader is named. */
export interface SelectionRun extends GradeSelectionResult {
  entry: PhaseEntry | null;
  /** S1, S3, S4; empty if the selection could not be read. */
  phases: Phase[];
  tier: Tier;
}

/**
 * Runs all phases of a selection. With a grader, it is graded in the island: see `gradeSelection`. For a definition, as
 * in the reference, only the phases are run; `errors` holds those of all of them, and there is no grade.
 *
 * @returns the errors of `gradeSelection`, or of runS1, runS3 and runS4
 */
export async function runAll(input: GradeSelectionInput | ReferencePhase): Promise<SelectionRun> {
  if (!isDefinition(input)) {
    const graded = await gradeSelection(input);
    const { entry = null, phases = [] } = graded.grading ?? {};
    return { ...graded, entry, phases, tier: TIER };
  }
  const head = { grading: null, storable: false, missing: [], entry: entryOf(input), tier: TIER };
  const beside = besideProblems(input, ['schemaIds', 'grader', 'options'], { of: 'selectionJson' });
  if (beside.length > 0) return { ...head, reason: null, phases: [], errors: errorTexts(beside) };
  const runs = [await runS1(input), await runS3(input), await runS4(input)];
  const errors = [...new Set(runs.flatMap((run) => run.errors))];
  const phases = runs.map(({ phase, passed, errors: own }) => ({ phase, passed, errors: own }));
  return { ...head, reason: 'the phases alone give no grade', phases, errors };
}

/** Both forms name the selection; only the reference's has one of the others. */
function isDefinition(input: GradeSelectionInput | ReferencePhase): input is ReferencePhase {
  const { selectionId: _, ...others } = input;
  return isReferenceForm(others) || Object.hasOwn(others, 'personaIndex');
}

function closed(phase: Phase['phase'], entry: PhaseEntry | null) {
  return { phase, passed: false, entry };
}
