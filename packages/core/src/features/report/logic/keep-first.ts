/**
 * Keeps the first few of many in an order, and counts the others: what an island holds is more than anybody reads.
 *
 * @param compare as for sorting; what is alike stays in the order it came
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
  /** How many were not kept. */
  left(): number;
}
