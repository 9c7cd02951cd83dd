import { isRecord } from './is-record.js';
import { formatPointer } from './value-path.js';

export interface Difference {
  /** JSON pointer. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** The first place, in the order of the expected value, where two JSON values differ; null if they are equal. */
export function firstDifference(found: unknown, expected: unknown): Difference | null {
  return differ(found, expected, []);
}

function differ(found: unknown, expected: unknown, path: readonly (string | number)[]): Difference | null {
  if (isRecord(found) && isRecord(expected)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    return firstOf(keys, (key) => differ(own(found, key), own(expected, key), [...path, key]));
  }
  if (Array.isArray(found) && Array.isArray(expected)) {
    const places = Array.from({ length: Math.max(found.length, expected.length) }, (_, at) => at);
    return firstOf(places, (at) => differ(found[at], expected[at], [...path, at]));
  }
  if (Object.is(found, expected)) return null;
  return { path: formatPointer(path), found: show(found), expected: show(expected) };
}

function firstOf<T>(items: readonly T[], look: (item: T) => Difference | null): Difference | null {
  for (const item of items) {
    const found = look(item);
    if (found) return found;
  }
  return null;
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

const LONGEST = 80;

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
