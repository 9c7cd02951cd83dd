import type { GradingEntry } from '../../spec/entry.js';
import { SCORING_SYSTEM } from '../../spec/versions.js';
import type { Score } from '../../spec/vocabulary.js';
import { formatPersona } from '../../target/logic/names.js';
import { nameGrader } from '../explain/name-grader.js';
import { gradeAnswers } from '../grade.js';
import type { HistoryEntry } from '../history.js';
import { isRejecting } from '../node-status.js';
import { newestPerQuestion } from '../score.js';
import { entrySettles } from './newest-from.js';

interface Entry {
  readonly ref: string;
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/** An entry of a history, not yet compared with the node's present content. */
export type PastEntry = Omit<HistoryEntry, 'current'>;

/**
 * A node's entries in order of time, each with the changes it made.
 *
 * @param entries oldest first
 */
export function describeEntries(entries: readonly Entry[]): PastEntry[] {
  const known = new Map<string, Score>();
  let graded: string | null = null;
  return entries.map((one) => {
    if (one.entry.gradingMode === 'full') graded = one.entry.schemaHash;
    const described = describeEntry(one, known);
    if (one.entry.gradingMode === 'full' && !entrySettles(one.entry)) {
      return { ...described, grade: null, score: null };
    }
    const isVetoed = isRejecting({ grade: one.entry.aggregateGrade, veto: one.entry.categoricalVeto });
    return graded === one.entry.schemaHash || isVetoed ? described : { ...described, grade: null };
  });
}

/** @param hash of the node's present content */
export function markCurrent(past: readonly PastEntry[], hash: string): HistoryEntry[] {
  return past.map((entry) => ({ ...entry, current: entry.schemaHash === hash }));
}

function describeEntry({ ref, timestamp, entry }: Entry, known: Map<string, Score>): PastEntry {
  const answers = newestPerQuestion(entry.gradings);
  const changed = answers
    .map(({ questionId, score }) => ({ questionId, from: known.get(questionId) ?? null, to: score }))
    .filter(({ from, to }) => from !== to);
  for (const { questionId, score } of answers) known.set(questionId, score);
  const judged = answers.filter(({ determinism }) => determinism === 'non-deterministic');
  const isPartial = entry.gradingMode === 'partial';
  const mean = gradeAnswers({ answers, tier: entry.gradingTier, veto: entry.categoricalVeto });
  return {
    ref,
    gradingId: entry.gradingId,
    at: timestamp,
    mode: entry.gradingMode,
    grade: entry.aggregateGrade,
    score: isPartial ? null : mean.score,
    schemaHash: entry.schemaHash,
    ...(entry.scoringSystem !== SCORING_SYSTEM && { scoringSystem: entry.scoringSystem }),
    harness: entry.harness,
    graders: [...new Set(judged.map(nameGrader))],
    persona: entry.persona ? formatPersona(entry.persona) : null,
    regradedFor: entry.regradingTrigger?.triggeredBy ?? null,
    veto: entry.categoricalVeto?.triggeredBy ?? null,
    changed,
  };
}
