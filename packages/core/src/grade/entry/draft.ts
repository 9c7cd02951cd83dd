import { formatTimestamp, parsePersona } from '../../island/logic/names.js';
import { describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { questionById } from '../../questions/lookup.js';
import type { EntryRules } from '../../spec/books/book.js';
import type { CategoricalVeto, EntryAnswer, GradingEntry, RegradingTrigger } from '../../spec/entry.js';
import { type Persona, TIERS } from '../../spec/vocabulary.js';
import { type GradeResult, gradeAnswers } from '../grade.js';
import { newestPerQuestion, type WeightedScore } from '../score.js';
import { gradingIdOf } from './build-entry.js';
import {
  type Checked,
  checkAnswer,
  checkDraft,
  checkEntry,
  checkShape,
  type EntryDraft,
  gradable,
} from './check-entry.js';

/** Subject, grader and mode of a grading; the rest of an entry follows from them. */
export type DraftInput = Omit<
  EntryDraft,
  | 'gradingId'
  | 'persona'
  | 'scoringSystem'
  | 'gradingSystem'
  | 'gradings'
  | 'categoricalVeto'
  | 'regradingTrigger'
  | 'aggregateGrade'
  | 'maxAttainableGrade'
> & {
  /** The name graders use: `<schema>.<tool>`, `<schema>`, a skill, or the namespace. */
  readonly subject: string;
  /** Persona as an object, or in the form `<base>--<lens>` of file names; absent or `neutral` if the area has none. */
  readonly persona?: Persona | string | null | undefined;
};

/**
 * Creates an entry without answers and without a grade.
 *
 * @param createdAt becomes part of the gradingId, to the second
 */
export function createDraft(
  input: DraftInput,
  createdAt: Date,
  { scoring, grading }: EntryRules,
): Checked<EntryDraft> {
  const { subject, persona: given, ...bound } = input;
  const problems: Problem[] = [];
  if (typeof subject !== 'string' || subject === '')
    problems.push(problem('GRD-001', { path: '/subject' }, { field: 'subject' }));
  const persona = readPersona(given);
  if (persona === undefined) {
    const expected = 'a base persona with its lens, or neutral';
    problems.push(problem('GRD-002', { path: '/persona' }, { expected, found: describeValue(given) }));
  }
  const tier = TIERS.find((known) => known === input.gradingTier);
  const checked = checkDraft({
    gradingId: gradingIdOf({ ...bound, subject: String(subject) }, formatTimestamp(createdAt)),
    ...bound,
    ...(persona && { persona }),
    scoringSystem: scoring.version,
    gradingSystem: grading.version,
    gradings: [],
    categoricalVeto: null,
    aggregateGrade: null,
    maxAttainableGrade: grading.maxGrade[tier ?? 'autonomous'],
  });
  // An invalid hash makes the id invalid as well; only the hash is reported.
  const found = [...problems, ...checked.problems.filter(({ where }) => where?.path !== '/gradingId')];
  return found.length > 0 || checked.value === null ? { value: null, problems: found } : checked;
}

/** null: no persona; undefined: not a valid persona. */
function readPersona(given: DraftInput['persona']): Persona | null | undefined {
  if (given === undefined || given === null || given === 'neutral') return null;
  if (typeof given === 'string') return parsePersona(given) ?? undefined;
  return given;
}

/**
 * Copies the draft and adds an answer. Answers are not merged: if a question has several, grading uses the newest (spec
 * 08, Multi-Grader Rule). Any grade computed earlier is dropped.
 */
export function addAnswer(draft: EntryDraft, answer: EntryAnswer): Checked<EntryDraft> {
  const entry = checkDraft(draft);
  const given = checkAnswer(answer);
  if (entry.value === null || given.value === null) {
    return { value: null, problems: [...entry.problems, ...given.problems] };
  }
  const { area, gradings, categoricalVeto, aggregateGrade } = entry.value;
  const { questionId } = given.value;
  if (questionById(questionId)?.area !== area) {
    const found = problem('SCO-002', { path: '/questionId' }, { question: questionId, area });
    return { value: null, problems: [found] };
  }
  const grade = categoricalVeto ? aggregateGrade : null;
  return checkDraft({ ...entry.value, gradings: [...gradings, given.value], aggregateGrade: grade });
}

/** Copies the draft and adds a veto: its grade is REJECTED, whatever its answers (spec 08, Categorical Veto). */
export function vetoDraft(draft: EntryDraft, veto: CategoricalVeto): Checked<EntryDraft> {
  const entry = checkDraft(draft);
  if (entry.value === null) return entry;
  return checkDraft({ ...entry.value, categoricalVeto: veto, aggregateGrade: 'REJECTED' });
}

/**
 * Creates a draft about the subject of a stored entry. The draft refers to that entry, which is not changed.
 *
 * @param entry a stored entry
 * @param at start of the new grading
 * @param book rules of the new grading, whatever those of the entry are
 * @see spec 08, Re-Grading Trigger
 */
export function regradeEntry(
  entry: GradingEntry,
  trigger: Omit<RegradingTrigger, 'previousGradingId' | 'timestamp'>,
  { at, book }: { readonly at: Date; readonly book: EntryRules },
): Checked<EntryDraft> {
  const checked = checkEntry(entry);
  if (checked.value === null) return checked;
  const before = checked.value;
  return checkDraft({
    ...before,
    gradingId: gradingIdOf({ ...before, subject: subjectOf(before) }, formatTimestamp(at)),
    gradingMode: 'full',
    scoringSystem: book.scoring.version,
    gradingSystem: book.grading.version,
    gradings: [],
    categoricalVeto: null,
    aggregateGrade: null,
    maxAttainableGrade: book.grading.maxGrade[before.gradingTier],
    regradingTrigger: { ...trigger, previousGradingId: before.gradingId, timestamp: at.toISOString() },
  });
}

/**
 * Subject of an entry. Our ids end in `--‹area›--‹subject›` (decision D11); for other ids the schemaId names
 * the subject.
 */
export function subjectOf({
  gradingId,
  area,
  schemaId,
}: Pick<GradingEntry, 'gradingId' | 'area' | 'schemaId'>): string {
  const mark = `--${area}--`;
  const at = gradingId.indexOf(mark);
  return at < 0 ? schemaId.slice(schemaId.indexOf('.') + 1) : gradingId.slice(at + mark.length);
}

/** The fields that decide a grade; the rest of an entry may be missing. */
export type Gradable = Pick<EntryDraft, 'gradingTier'> & {
  readonly gradings: readonly Pick<EntryAnswer, 'questionId' | 'score' | 'weight' | 'timestamp'>[];
  readonly categoricalVeto?: EntryDraft['categoricalVeto'] | undefined;
};

/**
 * Grades an entry by its newest answer to each question: a veto decides first, then the mean, its band and the tier
 * trim (spec 08).
 *
 * @returns problems and no grade if anything is invalid; scores and weights are never corrected
 */
export function gradeDraft(
  entry: Gradable,
  rules: EntryRules,
): Omit<GradeResult, 'maxAttainableGrade'> & { readonly maxAttainableGrade: 'A' | 'B' | null } {
  const checked = checkShape(entry, gradable);
  if (checked.value === null) {
    return {
      aggregateGrade: null,
      rawGrade: null,
      score: null,
      maxAttainableGrade: null,
      errors: checked.problems,
    };
  }
  const { gradingTier: tier, gradings, categoricalVeto } = checked.value;
  const counted = newestPerQuestion(gradings);
  const answers = counted as unknown as readonly WeightedScore[];
  const reasoning = categoricalVeto?.reasoning;
  const veto = categoricalVeto
    ? { ...categoricalVeto, reasoning: typeof reasoning === 'string' ? reasoning : undefined }
    : null;
  return gradeAnswers({ answers, tier, veto, rules });
}
