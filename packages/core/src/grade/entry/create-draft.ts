import { describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { gradingSystem } from '../../spec/grading-system-1.0.0.js';
import { GRADING_SYSTEM, SCORING_SYSTEM } from '../../spec/versions.js';
import { type Persona, TIERS } from '../../spec/vocabulary.js';
import { formatTimestamp, parsePersona } from '../../target/logic/names.js';
import type { EntryDraft } from '../entry-draft.js';
import { gradingIdOf } from './build-entry.js';
import { type Checked, checkDraft } from './check-entry.js';

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
  /** An object, or `<base>--<lens>` as in file names; absent or `neutral` if the area has none. */
  readonly persona?: Persona | string | null | undefined;
};

/**
 * Creates an entry without answers and without a grade.
 *
 * @param createdAt becomes part of the gradingId, to the second
 */
export function createDraft(input: DraftInput, createdAt: Date): Checked<EntryDraft> {
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
    scoringSystem: SCORING_SYSTEM,
    gradingSystem: GRADING_SYSTEM,
    gradings: [],
    categoricalVeto: null,
    aggregateGrade: null,
    maxAttainableGrade: gradingSystem.maxGrade[tier ?? 'autonomous'],
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
