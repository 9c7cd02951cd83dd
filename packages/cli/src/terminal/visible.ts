import { oneLine } from '@flowmcp/grading-core/commands';

const PLAIN = /^[ -~]*$/;

/**
 * A result as it may be shown: every text in it, names of members too, on one visible line. What a stranger wrote then
 * begins no line, colours nothing and moves no cursor, whichever renderer shows it.
 *
 * @param value a result of a command: plain objects, lists, maps and single values
 */
export function visible<T>(value: T): T {
  return show(value, new Map()) as T;
}

/** @param known what was made of an object, so that what is one object stays one */
function show(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === 'string') return showText(value);
  if (typeof value !== 'object' || value === null) return value;
  const made = known.get(value) ?? showMembers(value, known);
  known.set(value, made);
  return made;
}

function showMembers(value: object, known: Map<object, unknown>): unknown {
  const each = (item: unknown) => show(item, known);
  if (Array.isArray(value)) return value.map(each);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [each(key), each(item)]));
  if (value instanceof Set) return new Set([...value].map(each));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [oneLine(key), each(item)]));
}

function showText(text: string): string {
  return PLAIN.test(text) ? text : oneLine(text.replace(/\s*\n\s*/g, ' '));
}
