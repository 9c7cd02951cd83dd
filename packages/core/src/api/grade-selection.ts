import type { Grader } from '../grade/entry/assemble-entry.js';
import { checkShape, type EntryDraft, type Moment, readMoment } from '../grade/entry/check-entry.js';
import { selectionInput } from '../spec/program-input.js';
import type { ScoreAnswer } from '../spec/scores.js';
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

/** The selection, its grader, and the material. */
export interface GradeSelectionInput {
  selectionId: string;
  /** `<namespace>.<schema>` of every member. */
  schemaIds: readonly string[];
  /** The author of the answers; llmModel is required if the kind is llm. */
  grader: Grader;
  options: {
    /** Folder of the island; it has no default. */
    gradingDataRoot: string;
    /**
     * The first one does the grading: a base persona, or a lens that the About defines. Default: the
     * definition's personas.
     */
    personaIds?: readonly string[] | undefined;
    /** The base persona for each id that is not itself a base persona. */
    personaIndex?: Readonly<Record<string, BasePersonaId | { basePersonaId: BasePersonaId }>> | undefined;
    /** Names of its skills, or the skills with level and persona focus. */
    skills?:
      | readonly (string | { name: string; level?: string | undefined; persona?: unknown })[]
      | undefined;
    /** Location of its domain knowledge; recorded with the answers. */
    domainDocId?: string | undefined;
    /**
     * Its definition: `members`, `skills`, `personaIds` and `domainDocId` are used unless an option overrides
     * them.
     */
    selectionJson?: object | undefined;
    /** The grader's answers about the selection as a whole. */
    answers?: readonly ScoreAnswer[] | undefined;
    /** Program that drove the grader; default: `other` (decision 0012). */
    harness?: Harness | undefined;
    /** Time of the answers; default: now. */
    timestamp?: Moment | undefined;
  };
}

/** State and grade of a selection. */
export interface SelectionGrading {
  selectionId: string;
  schemaIds: string[];
  tier: Tier;
  /** null until S1 and S4 pass, About and skills are graded, and every question is answered. */
  aggregateGrade: AggregateGrade | null;
  /** A with at least seven namespaces, else B. */
  maxAttainableGrade: 'A' | 'B';
  /** Members, skills, personas. */
  phases: { S1: Phase; S3: Phase; S4: Phase };
  /** The entry of the area selection-aggregate; null if something prevents it, see `reason`. */
  entry: EntryDraft | null;
}

/** Result of `gradeSelection`. */
export interface GradeSelectionResult {
  grading: SelectionGrading | null;
  /** Whether an island accepts the entry as it is. */
  storable: boolean;
  /** Why it is not storable; null if it is, or if there are errors. */
  reason: string | null;
  /** Questions without an answer. */
  missing: string[];
  errors: string[];
}

/**
 * Grades a selection as a whole, A at best. If the selection is imported, its members, skills and About are
 * taken from the island's present state; otherwise they come from the arguments, and the entry is not
 * storable. Code answers what it can; `options.answers` holds the grader's answers. Writes nothing and
 * freezes nothing: runs do that.
 *
 * @returns null with GRD-001 (missing: also options.gradingDataRoot), GRD-002 (wrong type, other members),
 * GRD-007, GRD-011 (unknown option), IDX-…; a failed phase is a reason, not an error
 * @see spec 05, 24
 */
export async function gradeSelection(input: GradeSelectionInput): Promise<GradeSelectionResult> {
  const refused = { grading: null, storable: false, reason: null, missing: [] };
  const shaped = checkShape(input, selectionInput);
  const at = readMoment(input.options?.timestamp ?? new Date(), 'options/timestamp');
  const island = openIsland(input.options?.gradingDataRoot, at.value);
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

/** A phase in the form that the public API returns. */
export function phaseOf({ passed, errors }: PhaseResult): Phase {
  return { passed, errors: errorTexts(errors) };
}
