import type { EntryRules } from '../../spec/books/book.js';
import type { GraderIdentity } from '../../spec/common.js';
import type { EntryAnswer, GradingEntry } from '../../spec/entry.js';
import { canonicalJson } from '../../spec/hash.js';
import type { StoredAnswer } from '../../spec/state.js';
import type { GradingMode, Tier } from '../../spec/vocabulary.js';
import { isRecord } from '../../values/is-record.js';
import { gradeAnswers } from '../grade.js';
import { isGrade } from '../roll-up.js';
import { deterministicAnswer, gradingIdOf } from './build-entry.js';

/** What a stage-one entry is bound to. */
export type StageOneSubject = Pick<GradingEntry, 'schemaId' | 'area' | 'version' | 'schemaHash'> & {
  readonly subject: string;
};

/**
 * Builds the entry that keeps what code answered before a grader is asked. It is partial, so that it never gives its node
 * a grade: only a full entry does.
 *
 * @param timestamp in the name of the entry
 * @returns null if no answer counts
 * @see spec 19, Universal _gradings/ Rule; spec 08
 */
export function buildStageOneEntry(
  { subject, ...bound }: StageOneSubject,
  {
    answers,
    tier,
    timestamp,
    script,
    rules,
  }: {
    readonly answers: readonly StoredAnswer[];
    readonly tier: Tier;
    readonly timestamp: string;
    readonly script: GraderIdentity;
    readonly rules: EntryRules;
  },
): GradingEntry | null {
  const gradings = answers.map((answer) => deterministicAnswer(answer, script));
  const { aggregateGrade, maxAttainableGrade } = gradeAnswers({ answers: gradings, tier, rules });
  if (!isGrade(aggregateGrade)) return null;
  return {
    gradingId: gradingIdOf({ ...bound, subject }, timestamp),
    ...bound,
    gradingMode: 'partial',
    gradingTier: tier,
    harness: 'flowmcp-cli',
    scoringSystem: rules.scoring.version,
    gradingSystem: rules.grading.version,
    gradings,
    categoricalVeto: null,
    aggregateGrade,
    maxAttainableGrade,
  };
}

interface Answered {
  readonly mode: GradingMode;
  readonly veto: unknown;
  readonly answers: readonly Pick<EntryAnswer, 'determinism'>[];
}

/** Whether an entry holds nothing but what code answered, and no grade. */
export function isStageOne({ mode, veto, answers }: Answered): boolean {
  return (
    mode === 'partial' && veto === null && answers.every(({ determinism }) => determinism === 'deterministic')
  );
}

/**
 * Whether code gives other answers than those that an entry holds, or answers from tests that were gathered otherwise.
 * Which records they name, when they were given and in which words does not matter.
 */
export function differsFrom(answers: readonly StoredAnswer[], stored: readonly EntryAnswer[]): boolean {
  const own = stored.filter(({ determinism }) => determinism === 'deterministic');
  return canonicalJson(answers.map(contentOf)) !== canonicalJson(own.map(contentOf));
}

function contentOf({ questionId, score, weight, naReason, evidence }: StoredAnswer | EntryAnswer) {
  const gathered = isRecord(evidence) ? evidence.gathered : undefined;
  return {
    ...{ questionId, score, weight },
    ...(naReason !== undefined && { naReason }),
    ...(gathered !== undefined && { gathered }),
  };
}
