import type { GradingEntry } from '../../../spec/entry.js';
import { canonicalJson } from '../../../spec/hash.js';

/**
 * Whether an entry repeats the answers of the one it follows after a change of the gradingSystem. Such an entry has no
 * hand-in of its own. Weights are not compared: they follow from the gradingSystem.
 *
 * @param before the newest full entry of the node at that time
 */
export function repeatsAnswers(entry: GradingEntry, before: GradingEntry | undefined): boolean {
  const { regradingTrigger: trigger } = entry;
  return (
    trigger?.triggeredBy === 'grading-system-bump' &&
    trigger.previousGradingId === before?.gradingId &&
    answersOf(entry) === answersOf(before)
  );
}

function answersOf({ gradings }: GradingEntry): string {
  return canonicalJson(gradings.map(({ weight: _, ...answer }) => answer));
}
