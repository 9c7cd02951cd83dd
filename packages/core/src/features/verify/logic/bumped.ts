import type { GradingEntry } from '../../../spec/entry.js';
import { canonicalJson, sha256 } from '../../../spec/hash.js';

/** The answers of one folder's entries, kept as hashes by grading id. */
export type AnswersSeen = Map<string, string>;

/** The answers without their weights, which follow from the gradingSystem. */
export function hashAnswers({ gradings }: GradingEntry): string {
  return sha256(canonicalJson(gradings.map(({ weight: _, ...answer }) => answer)));
}

/**
 * Whether an entry repeats the answers of the one it follows after a change of the gradingSystem. Such an entry has no
 * hand-in of its own.
 */
export function repeatsAnswers(entry: GradingEntry, seen: AnswersSeen): boolean {
  const { regradingTrigger: trigger } = entry;
  return (
    trigger?.triggeredBy === 'grading-system-bump' &&
    seen.get(trigger.previousGradingId) === hashAnswers(entry)
  );
}
