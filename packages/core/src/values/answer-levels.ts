/** An answer is an object with a few keys. What is nested without end would overflow whoever walks it later. */
export const MAX_ANSWER_LEVELS = 100;

/** Whether a JSON value has objects or lists inside each other on more levels than these. Walks without recursion. */
export function isNestedBeyond(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return level.length > 0;
}
