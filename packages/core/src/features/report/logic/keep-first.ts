/**
 * Keeps the first few of many items in an order, and counts the others: an island holds more than anyone reads.
 *
 * @param compare as for sorting; equal items stay in the order of arrival
 */
export function createFirst<T>(most: number, compare: (a: T, b: T) => number): First<T> {
  const kept: T[] = [];
  let seen = 0;
  return {
    add(item) {
      seen += 1;
      const last = kept.at(-1);
      if (kept.length === most && last !== undefined && compare(item, last) >= 0) return;
      const at = kept.findIndex((known) => compare(item, known) < 0);
      kept.splice(at < 0 ? kept.length : at, 0, item);
      if (kept.length > most) kept.pop();
    },
    items: kept,
    left: () => seen - kept.length,
  };
}

interface First<T> {
  add(item: T): void;
  readonly items: readonly T[];
  /** Number of items that were not kept. */
  left(): number;
}
