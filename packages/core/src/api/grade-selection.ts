import type { Grader } from '../grade/entry/assemble-entry.js';
import { checkShape, type EntryDraft, type Moment, readMoment } from '../grade/entry/check-entry.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import { selectionInput } from '../spec/program-input.js';
import type { ScoreAnswer } from '../spec/scores.js';
import type { AggregateGrade, BasePersonaId, Harness, Tier } from '../spec/vocabulary.js';
import type { PhaseResult } from '../target/logic/selection/phases.js';
import { errorTexts } from './error-texts.js';
import { openIsland } from './open-island.js';
import { gradeSelection as grade } from './run-selection.js';

/** Members (S1), skills (S3), personas (S4). */
export type PhaseName = 'S1' | 'S3' | 'S4';

/** Whether a part of a selection can be graded. */
export interface Phase {
  phase: PhaseName;
  passed: boolean;
  errors: string[];
}

/** Skills of a selection: names, files as in a definition, or objects. */
export interface SkillsInput {
  /** Of a name or a file alone, level and persona focus are not checked. */
  readonly skills: readonly (
    | string
    | { readonly file: string }
    | { readonly name: string; readonly level?: string | null | undefined; readonly persona?: unknown }
  )[];
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
    /** Its skills. */
    skills?: SkillsInput['skills'] | undefined;
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
  /** The same as `tier`. */
  gradingTier: Tier;
  /** null until all phases pass, About and skills are graded, and every question is answered. */
  aggregateGrade: AggregateGrade | null;
  /** A, as on every group-bound entry; with fewer than seven namespaces, `aggregateGrade` is B at best all the same. */
  maxAttainableGrade: 'A' | 'B';
  /** Members, skills, personas, in this order. */
  phases: Phase[];
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
  /** Also those of a phase that failed; there is no grade then. */
  errors: string[];
}

/**
 * Grades a selection as a whole, A at best. If the selection is imported, its members, skills and About are
 * taken from the island's present state; otherwise they come from the arguments, and the entry is not
 * storable. Code answers what it can; `options.answers` holds the grader's answers. Writes nothing and
 * freezes nothing: runs do that.
 *
 * @returns null with GRD-001 (missing: also options.gradingDataRoot), GRD-002 (wrong type, other members),
 * GRD-007, GRD-011 (unknown option), IDX-…; a grading without a grade, and the errors of its phases, if a phase fails:
 * PRE-004, SEL-018, SKL002, SKL018, SKC-005, SKC-006, PER-001
 * @see spec 05, 24
 */
export async function gradeSelection(input: GradeSelectionInput): Promise<GradeSelectionResult> {
  const refused = { grading: null, storable: false, reason: null, missing: [] };
  const shaped = checkShape(input, selectionInput);
  const at = readMoment(input.options?.timestamp ?? new Date(), 'options/timestamp');
  const island = openIsland(input.options?.gradingDataRoot, at.value);
  if (island.value === null || shaped.value === null || at.value === null) {
    const where = { path: '/options/gradingDataRoot' };
    const others = shaped.problems.filter((found) => found.where?.path !== where.path);
    const ofIsland = island.problems.map((found) => ({ ...found, where }));
    return { ...refused, errors: [...new Set(errorTexts([...ofIsland, ...others, ...at.problems]))] };
  }
  const { selectionId, schemaIds, grader, options } = input;
  const { draft, storable, reason, missing, phases, problems } = grade({
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
  const listed = PHASES.map((phase) => phaseOf(phase, phases[phase]));
  const grading: SelectionGrading = {
    selectionId,
    schemaIds: [...schemaIds],
    tier: 'group-bound',
    gradingTier: 'group-bound',
    aggregateGrade: draft?.aggregateGrade ?? null,
    maxAttainableGrade: DEFAULT_BOOK.grading.maxGrade['group-bound'],
    phases: listed,
    entry: draft,
  };
  const errors = listed.flatMap((phase) => (phase.passed ? [] : phase.errors));
  return { grading, storable, reason, missing: [...missing], errors: [...new Set(errors)] };
}

const PHASES: readonly PhaseName[] = ['S1', 'S3', 'S4'];

/** A phase in the form that the public API returns. */
export function phaseOf(phase: PhaseName, { passed, errors }: PhaseResult): Phase {
  return { phase, passed, errors: errorTexts(errors) };
}
