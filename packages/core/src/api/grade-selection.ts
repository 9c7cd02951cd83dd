import type { Grader } from '../grade/entry/assemble-entry.js';
import { checkShape } from '../grade/entry/check-entry.js';
import { type Moment, readMoment } from '../grade/entry/moment.js';
import type { EntryDraft } from '../grade/entry-draft.js';
import type { ScoreAnswer } from '../spec/scores.js';
import { selectionInput } from '../spec/selection-input.js';
import type { AggregateGrade, BasePersonaId, Harness, Tier } from '../spec/vocabulary.js';
import type { PhaseResult } from '../target/logic/selection/phases.js';
import { errorTexts } from './error-texts.js';
import { openIsland } from './open-island.js';
import { gradeSelection as grade } from './run-selection.js';

/** Whether a part of a selection can be graded. */
export interface Phase {
  passed: boolean;
  errors: string[];
}

/** Which selection is graded, by whom, and with what. */
export interface GradeSelectionInput {
  selectionId: string;
  /** `<namespace>.<schema>` of every member. */
  schemaIds: readonly string[];
  /** Who gave the answers; llmModel where the kind is llm. */
  grader: Grader;
  options: {
    /** The island; there is none by default. */
    gradingDataRoot: string;
    /** The first one grades: a base persona, or a lens that the About defines. The definition's unless given. */
    personaIds?: readonly string[] | undefined;
    /** Base persona of each id that is none itself. */
    personaIndex?: Readonly<Record<string, BasePersonaId | { basePersonaId: BasePersonaId }>> | undefined;
    /** Names of its skills, or the skills with level and persona focus. */
    skills?:
      | readonly (string | { name: string; level?: string | undefined; persona?: unknown })[]
      | undefined;
    /** Where its domain knowledge stands; recorded with the answers. */
    domainDocId?: string | undefined;
    /** Its definition: `members`, `skills`, `personaIds` and `domainDocId` count where no option says otherwise. */
    selectionJson?: object | undefined;
    /** What the grader says of the selection as a whole. */
    answers?: readonly ScoreAnswer[] | undefined;
    /** What drove the grader; `other` unless given (decision 0012). */
    harness?: Harness | undefined;
    /** When the answers were given; now unless said. */
    timestamp?: Moment | undefined;
  };
}

/** How a selection stands, and what it is worth. */
export interface SelectionGrading {
  selectionId: string;
  schemaIds: string[];
  tier: Tier;
  /** null until S1 and S4 are passed, About and skills are graded, and every question is answered. */
  aggregateGrade: AggregateGrade | null;
  /** A with at least seven namespaces, else B. */
  maxAttainableGrade: 'A' | 'B';
  /** Members, skills, personas. */
  phases: { S1: Phase; S3: Phase; S4: Phase };
  /** The entry of the area selection-aggregate; null where something stands before it, see `reason`. */
  entry: EntryDraft | null;
}

/** Outcome of `gradeSelection`. */
export interface GradeSelectionResult {
  grading: SelectionGrading | null;
  /** May the entry lie in an island as it is? */
  storable: boolean;
  /** Why not; null where it may, or with errors. */
  reason: string | null;
  /** Questions that nobody has answered. */
  missing: string[];
  errors: string[];
}

/**
 * Grades a selection as a whole, A at best. Members, skills and About of one that is imported are taken as the island
 * shows them now; any other is put together from the arguments, and its entry is not storable. Code answers what it can,
 * a grader's answers come in `options.answers`. Writes nothing and freezes nothing: runs do that.
 *
 * @returns null with GRD-001 (missing: also options.gradingDataRoot), GRD-002 (other kind, other members), GRD-007,
 *   GRD-011 (no such option), IDX-…; a phase that is not passed is no error but a reason
 * @see spec 05, 24
 */
export async function gradeSelection(input: GradeSelectionInput): Promise<GradeSelectionResult> {
  const refused = { grading: null, storable: false, reason: null, missing: [] };
  const island = openIsland(input.options?.gradingDataRoot);
  const shaped = checkShape(input, selectionInput);
  const at = readMoment(input.options?.timestamp ?? new Date(), 'options/timestamp');
  if (island.value === null || shaped.value === null || at.value === null) {
    const problems = [...island.problems, ...shaped.problems, ...at.problems];
    return { ...refused, errors: [...new Set(errorTexts(problems))] };
  }
  const { selectionId, schemaIds, grader, options } = input;
  const { draft, storable, reason, missing, phases, maxAttainableGrade, problems } = grade({
    island: island.value,
    selectionId,
    schemaIds,
    grader,
    personaId: options.personaIds?.[0],
    described: shaped.value.options,
    answers: options.answers,
    harness: options.harness,
    at: at.value,
  });
  if (problems.length > 0) return { ...refused, errors: errorTexts(problems) };
  const grading: SelectionGrading = {
    selectionId,
    schemaIds: [...schemaIds],
    tier: 'group-bound',
    aggregateGrade: draft?.aggregateGrade ?? null,
    maxAttainableGrade,
    phases: { S1: phaseOf(phases.S1), S3: phaseOf(phases.S3), S4: phaseOf(phases.S4) },
    entry: draft,
  };
  return { grading, storable, reason, missing: [...missing], errors: [] };
}

/** A phase as callers of the API see it. */
export function phaseOf({ passed, errors }: PhaseResult): Phase {
  return { passed, errors: errorTexts(errors) };
}
