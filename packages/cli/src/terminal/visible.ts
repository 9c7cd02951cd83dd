import { oneLine } from '@flowmcp/grading-core/commands';

const PLAIN = /^[ -~]*$/;

/**
 * Prepares a result for display: puts every text in it, including member names, on one visible line. A
 * stranger's text can then begin no line, add no colour and move no cursor, in any renderer.
 *
 * @param value a result of a command: plain objects, lists, maps and single values
 */
export function visible<T>(value: T): T {
  return show(value, new Map()) as T;
}

/** @param known the copy of each object, so that shared objects stay shared */
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
