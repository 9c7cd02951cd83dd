import { resolvePersona } from '../../engine/about/personas-section.js';
import { parseSelectionSections } from '../../engine/about/selection-sections.js';
import { type AssembledEntry, assembleEntry, type Grader } from '../../engine/entry/assemble-entry.js';
import { worseOf } from '../../engine/grade.js';
import { isGrade } from '../../engine/roll-up.js';
import { answerAggregate } from '../../engine/selection/aggregate-answers.js';
import { type PhaseResults, runSelectionPhases } from '../../engine/selection/phases.js';
import { countNamespaces, maxSelectionGrade } from '../../engine/selection/threshold.js';
import { isCandidate } from '../../engine/subjects.js';
import type { Island } from '../../island/island.js';
import { GradingError, type Problem } from '../../model/problem.js';
import type { ScoreAnswer } from '../../model/scores.js';
import type { Harness } from '../../model/vocabulary.js';
import { problem } from '../../tables/error-codes.js';
import { highestVersion } from '../emit/highest-version.js';
import { loadMembers } from '../emit/selection-basis.js';
import { loadSelection } from '../load-selection.js';
import { readPackageIdentity } from '../package-identity.js';
import { asSelectionSkills, type DerivedSelection, deriveSelection } from '../rebuild-selection.js';
import { createIndexLookup, resolveMembers } from '../resolve-members.js';

export interface GradeSelectionInput {
  readonly island: Island;
  readonly selectionId: string;
  readonly schemaIds: readonly string[];
  readonly grader: Grader;
  /** Base persona, or a lens that the About defines; the definition's first unless given. */
  readonly personaId?: string | undefined;
  readonly answers?: readonly ScoreAnswer[] | undefined;
  readonly harness?: Harness | undefined;
  readonly at: Date;
}

export interface GradedSelection extends AssembledEntry {
  readonly phases: PhaseResults;
  /** A with seven namespaces, else B. */
  readonly maxAttainableGrade: 'A' | 'B';
}

const NOT_HERE = 'the selection is not imported';

/**
 * A selection as a whole, from its snapshots and its members' indexes as they are now. Reads only: nothing is frozen
 * and nothing is written (spec 05, 24).
 */
export function gradeSelection(input: GradeSelectionInput): GradedSelection {
  const { island, selectionId, schemaIds, at } = input;
  const maxAttainableGrade = maxSelectionGrade(countNamespaces(schemaIds));
  const head = { draft: null, storable: false, missing: [], maxAttainableGrade };
  try {
    if (!loadSelection(island, selectionId)) {
      const members = resolveMembers(
        { members: schemaIds.map((schemaId) => ({ schemaId })) },
        createIndexLookup(island, []),
      );
      const phases = runSelectionPhases({ schemaIds, members, skills: [], persona: null });
      return { ...head, reason: NOT_HERE, phases, problems: [] };
    }
    const derived = deriveSelection({ island, selectionId, now: at });
    const phases = phasesOf(input, derived);
    const strangers = compareMembers(schemaIds, derived);
    if (strangers.length > 0) return { ...head, reason: null, phases, problems: strangers };
    // A skill that can not be graded does not stop the whole: it tells against it (spec 24).
    const isStopped = !phases.S1.passed || !phases.S4.passed;
    if (isStopped || !derived.content.about) {
      const reason = isStopped ? 'a precondition is not met' : 'no domain knowledge';
      return { ...head, reason, phases, problems: [] };
    }
    const due = dueBefore(derived);
    if (due.length > 0)
      return { ...head, reason: `waits for the grade of ${due.join(', ')}`, phases, problems: [] };
    return { ...capped(assemble(input, derived), maxAttainableGrade), maxAttainableGrade, phases };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const phases = runSelectionPhases({ schemaIds, members: {}, skills: [], persona: null });
    return { ...head, reason: null, phases, problems: [error.problem] };
  }
}

/** The whole comes last: it waits while a part of it is due, not for one that can not be graded (spec 05, 24). */
function dueBefore({ subjects }: DerivedSelection): string[] {
  const rule = { due: 'pending', regrading: false } as const;
  return subjects
    .filter(({ area, status }) => area !== 'selection-aggregate' && status.status !== 'blocked')
    .filter((subject) => isCandidate(subject, rule))
    .map(({ node }) => node);
}

function personaOf({ personaId }: GradeSelectionInput, { content }: DerivedSelection) {
  const { definition, about, file } = content;
  return resolvePersona({
    personaId: personaId ?? definition.personaIds[0] ?? '',
    about: about?.text ?? null,
    where: { file },
  });
}

function phasesOf(input: GradeSelectionInput, derived: DerivedSelection): PhaseResults {
  return runSelectionPhases({
    schemaIds: input.schemaIds,
    members: derived.index.members,
    skills: asSelectionSkills(derived.content.skills),
    persona: personaOf(input, derived),
  });
}

function compareMembers(schemaIds: readonly string[], { index }: DerivedSelection): Problem[] {
  const own = Object.keys(index.members).sort();
  const named = [...new Set(schemaIds)].sort();
  if (own.length === named.length && own.every((id, at) => id === named[at])) return [];
  const args = { expected: `the members of the selection: ${own.join(', ')}`, found: named.join(', ') };
  return [problem('GRD-002', { path: '/schemaIds' }, args)];
}

function assemble(input: GradeSelectionInput, derived: DerivedSelection): AssembledEntry {
  const { selectionId, grader, answers = [], at } = input;
  const { definition, snapshot, about } = derived.content;
  const resolved = personaOf(input, derived);
  const persona = 'persona' in resolved ? resolved.persona : null;
  return assembleEntry({
    bound: {
      schemaId: `${definition.namespace}.${selectionId}`,
      selectionId,
      area: 'selection-aggregate',
      version: `flowmcp/${highestVersion(loadMembers(input.island, derived.index).map(({ main }) => main.version))}`,
      schemaHash: snapshot.hash,
      gradingTier: 'group-bound',
      harness: input.harness ?? 'other',
      persona,
      subject: selectionId,
    },
    grader,
    deterministic: answerAggregate(
      derived.index,
      parseSelectionSections(about?.text ?? '').missing,
      at.toISOString(),
    ),
    answers,
    veto: null,
    groupId: selectionId,
    personaIds: persona ? [persona.basePersonaId] : [],
    domainDocId: about?.file,
    script: readPackageIdentity(),
    at,
  });
}

/** Size caps the whole: the entry's own tier still says A (spec 05, thresholds; spec 08, Tier Trim). */
function capped(assembled: AssembledEntry, best: 'A' | 'B'): AssembledEntry {
  const { draft } = assembled;
  if (draft === null || draft.aggregateGrade === null || !isGrade(draft.aggregateGrade)) return assembled;
  return { ...assembled, draft: { ...draft, aggregateGrade: worseOf(draft.aggregateGrade, best) } };
}
