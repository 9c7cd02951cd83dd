/** Deeper values would overflow the stack of code that walks them. */
export const MAX_JSON_DEPTH = 200;

/**
 * Nesting depth of JSON text, found in one linear pass: the text comes from a stranger and may be crafted to be
 * slow.
 */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/** An answer is an object with a few keys. Endless nesting would overflow the stack of the code that walks it later. */
export const MAX_ANSWER_LEVELS = 100;

/**
 * Whether the objects and lists of a JSON value are nested more deeply than `levels`. Walks without
 * recursion.
 */
export function isNestedBeyond(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return level.length > 0;
}
