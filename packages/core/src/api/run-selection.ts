import { assembleSelection, personaOf, readSkill } from '../features/import/logic/normalise-selection.js';
import { readPackageIdentity } from '../files/own-package.js';
import { type AssembledEntry, assembleEntry, type Grader } from '../grade/entry/assemble-entry.js';
import { worseOf } from '../grade/grade.js';
import { countNamespaces, maxSelectionGrade } from '../grade/precondition.js';
import { isGrade, isHeld } from '../grade/roll-up.js';
import type { Island } from '../island/island.js';
import { problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { parseSelectionSections } from '../rules/about/selection-sections.js';
import { highestVersion } from '../runs/compose-prompt.js';
import { loadMembers } from '../runs/selection-basis.js';
import type { SelectionOptions } from '../spec/program-input.js';
import type { ScoreAnswer } from '../spec/scores.js';
import type { Harness, Persona } from '../spec/vocabulary.js';
import { loadSelection } from '../target/load-selection.js';
import { answerAggregate } from '../target/logic/selection/aggregate-answers.js';
import { type PhaseResults, runSelectionPhases } from '../target/logic/selection/phases.js';
import { isCandidate } from '../target/logic/subjects.js';
import {
  asSelectionSkills,
  type DerivedSelection,
  deriveSelection,
} from '../target/rebuild/derive-selection.js';
import { createIndexLookup, resolveMembers } from '../target/resolve-members.js';

export interface GradeSelectionInput {
  readonly island: Island;
  readonly selectionId: string;
  readonly schemaIds: readonly string[];
  readonly grader: Grader;
  /** A base persona, or a lens that the About or the index defines; default: the definition's first one. */
  readonly personaId?: string | undefined;
  /** Additional facts about the selection, from the calling program. */
  readonly described: Omit<SelectionOptions, 'gradingDataRoot'>;
  readonly answers?: readonly ScoreAnswer[] | undefined;
  readonly harness?: Harness | undefined;
  readonly at: Date;
}

export interface GradedSelection extends AssembledEntry {
  readonly phases: PhaseResults;
}

const NOT_HERE = 'the selection is not imported';

/**
 * Grades a selection as a whole, from its snapshots and the present indexes of its members. Only reads:
 * freezes nothing and writes nothing (spec 05, 24).
 */
export function gradeSelection(input: GradeSelectionInput): GradedSelection {
  const { island, selectionId, schemaIds, at } = input;
  const best = maxSelectionGrade(countNamespaces(schemaIds), island.book.grading);
  const head = { draft: null, storable: false, missing: [] };
  try {
    if (!loadSelection(island, selectionId)) return gradeDescribed(input, best);
    const derived = deriveSelection({ island, selectionId, now: at });
    const phases = phasesOf(input, derived);
    const strangers = compareMembers(input, derived);
    if (strangers.length > 0) return { ...head, reason: null, phases, problems: strangers };
    const isStopped = hasFailed(phases);
    if (isStopped || !derived.content.about) {
      const reason = isStopped ? 'a precondition is not met' : 'no domain knowledge';
      return { ...head, reason, phases, problems: [] };
    }
    const due = dueBefore(derived);
    if (due.length > 0)
      return { ...head, reason: `waits for the grade of ${due.join(', ')}`, phases, problems: [] };
    return { ...capped(assemble(input, derived), best), phases };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const phases = runSelectionPhases({
      schemaIds,
      members: {},
      skills: [],
      persona: null,
      grading: island.book.grading,
    });
    return { ...head, reason: null, phases, problems: [error.problem] };
  }
}

/**
 * Grades a selection that is not imported, from the arguments: only its members' namespaces are read, and no
 * other part of the selection is graded. The result is not storable.
 */
function gradeDescribed(input: GradeSelectionInput, best: 'A' | 'B'): GradedSelection {
  const { island, selectionId, described, at } = input;
  const own = assembleSelection(selectionId, input.schemaIds, described);
  const schemas = own.schemaIds.map((schemaId) => ({ schemaId }));
  const indexOf = createIndexLookup(island, { now: at, problems: [] });
  const members = resolveMembers({ members: schemas }, indexOf, island.book.spec);
  const phases = runSelectionPhases({ ...own, members, grading: island.book.grading });
  const head = {
    draft: null,
    storable: false,
    reason: NOT_HERE,
    missing: [],
    phases,
  };
  const persona = own.persona && 'persona' in own.persona ? own.persona.persona : null;
  if (hasFailed(phases) || !persona || own.domainDocId === null) {
    return { ...head, problems: [] };
  }
  const index = { members, about: { status: 'pending' as const }, skills: {} };
  const assembled = assembleEntry({
    ...wholeOf(input, { ...own, persona, namespace: selectionId, versions: versionsOf(island, { members }) }),
    deterministic: answerAggregate(index, [], { at, grading: island.book.grading }),
    domainDocId: own.domainDocId,
  });
  return {
    ...capped(assembled, best),
    storable: false,
    reason: assembled.reason ?? NOT_HERE,
    phases,
  };
}

/**
 * A run goes on without a skill that cannot be graded, and lets it count against the selection (spec 24). Here its
 * problem is an error, and no program is given a good grade beside an error.
 */
function hasFailed({ S1, S3, S4 }: PhaseResults): boolean {
  return !S1.passed || !S3.passed || !S4.passed;
}

/**
 * The subjects that must be graded before the whole selection: those that are due, but not those that cannot
 * be graded (spec 05, 24).
 */
function dueBefore({ subjects }: DerivedSelection): string[] {
  const rule = { due: 'pending', regrading: false } as const;
  return subjects
    .filter(({ area, status }) => area !== 'selection-aggregate' && !isHeld(status))
    .filter((subject) => isCandidate(subject, rule))
    .map(({ node }) => node);
}

function readerOf({ personaId, described }: GradeSelectionInput, { content }: DerivedSelection) {
  const { definition, about, file } = content;
  const id = personaId ?? definition.personaIds[0] ?? '';
  const { personaIndex } = described;
  return personaOf({ personaId: id, personaIndex, about: about?.text ?? null, where: { file } });
}

function phasesOf(input: GradeSelectionInput, derived: DerivedSelection): PhaseResults {
  return runSelectionPhases({
    schemaIds: input.schemaIds,
    members: derived.index.members,
    skills: asSelectionSkills(derived.content.skills),
    persona: readerOf(input, derived),
    grading: input.island.book.grading,
  });
}

/** The island's definition decides; arguments that describe another selection are an error. */
function compareMembers(
  { schemaIds, described }: GradeSelectionInput,
  { index }: DerivedSelection,
): Problem[] {
  const { members: listed = [] } = described.selectionJson ?? {};
  const skills = described.skills ?? described.selectionJson?.skills;
  const names = skills?.map((skill) => readSkill(skill).name);
  return [
    ...compare('schemaIds', 'members', { own: Object.keys(index.members), named: schemaIds }),
    ...(listed.length === 0
      ? []
      : compare('options/selectionJson/members', 'members', {
          own: Object.keys(index.members),
          named: listed.map(({ schemaId }) => schemaId),
        })),
    ...(names === undefined
      ? []
      : compare('options/skills', 'skills', { own: Object.keys(index.skills), named: names })),
  ];
}

function compare(
  field: string,
  what: string,
  { own, named }: { own: readonly string[]; named: readonly string[] },
): Problem[] {
  const [known, given] = [own, named].map((list) => [...new Set(list)].sort().join(', '));
  if (known === given) return [];
  const args = { expected: `the ${what} of the selection: ${known}`, found: given ?? '' };
  return [problem('GRD-002', { path: `/${field}` }, args)];
}

function assemble(input: GradeSelectionInput, derived: DerivedSelection): AssembledEntry {
  const { definition, snapshot, about } = derived.content;
  const resolved = readerOf(input, derived);
  const persona = 'persona' in resolved ? resolved.persona : null;
  const versions = versionsOf(input.island, derived.index);
  return assembleEntry({
    ...wholeOf(input, { namespace: definition.namespace, hash: snapshot.hash, persona, versions }),
    deterministic: answerAggregate(derived.index, parseSelectionSections(about?.text ?? '').missing, {
      at: input.at,
      grading: input.island.book.grading,
    }),
    domainDocId: input.described.domainDocId ?? about?.file,
  });
}

function versionsOf(island: Island, index: Parameters<typeof loadMembers>[1]): string[] {
  return loadMembers(island, index).map(({ main }) => main.version);
}

/** The facts that tie the entry for the whole selection to what was graded, and the entry's grader. */
function wholeOf(
  { island, selectionId, grader, answers = [], harness = 'other', at }: GradeSelectionInput,
  { namespace, hash, persona, versions }: WholeSelection,
) {
  return {
    bound: {
      schemaId: `${namespace}.${selectionId}`,
      selectionId,
      area: 'selection-aggregate' as const,
      version: `flowmcp/${highestVersion(versions)}`,
      schemaHash: hash,
      gradingTier: 'group-bound' as const,
      harness,
      persona,
      subject: selectionId,
    },
    grader,
    answers,
    veto: null,
    groupId: selectionId,
    personaIds: persona ? [persona.basePersonaId] : [],
    script: readPackageIdentity(),
    at,
    rules: island.book,
  };
}

interface WholeSelection {
  readonly namespace: string;
  readonly hash: string;
  readonly persona: Persona | null;
  /** Versions of the selection's members. */
  readonly versions: readonly string[];
}

/**
 * Caps the grade of the whole selection according to its size: the entry's own tier would still allow A (spec
 * 05, thresholds; spec 08, Tier Trim).
 */
function capped(assembled: AssembledEntry, best: 'A' | 'B'): AssembledEntry {
  const { draft } = assembled;
  if (draft === null || draft.aggregateGrade === null || !isGrade(draft.aggregateGrade)) return assembled;
  return { ...assembled, draft: { ...draft, aggregateGrade: worseOf(draft.aggregateGrade, best) } };
}
