import { oneLine } from '@flowmcp/grading-core/commands';

const PLAIN = /^[ -~]*$/;

/**
 * A result as it may be shown: every text in it, names of members too, on one visible line. What a stranger wrote then
 * begins no line, colours nothing and moves no cursor, whichever renderer shows it.
 *
 * @param value a result of a command: plain objects, lists, maps and single values
 */
export function visible<T>(value: T): T {
  return show(value) as T;
}

function show(value: unknown): unknown {
  if (typeof value === 'string') return showText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(show);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [show(key), show(item)]));
  if (value instanceof Set) return new Set([...value].map(show));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [showText(key), show(item)]));
}

function showText(text: string): string {
  return PLAIN.test(text) ? text : oneLine(text.replace(/\s*\n\s*/g, ' '));
}
