import type { SnapshotPath } from '../../rules/mcp/lint.js';
import type { Members } from '../../rules/mcp/members.js';
import { findTarget, schemaParts } from '../../rules/mcp/reading/schema-nodes.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { isRecord } from '../../values/is-record.js';

/** Steps that one try may take; some millions take less than a second. */
const MOST_STEPS = 1e8;
/** Each part that may be missing can double the steps. */
const MOST_OPTIONAL = 10;

const ESCAPES_AND_CLASSES = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g;
/** A group that is repeated, with one repeat inside; escapes and classes are masked. */
const REPEATED_GROUP = /\((?:\?:)?([^()|]*[*+])\)[*+]/g;
/** A plain character, and a class that is repeated. */
const DELIMITED = /^(?:\\(\W)|([^\\[{}*+?^$.]))(\\[dDsSwW]|\[(?:\\.|[^\]\\])*\])[*+]$/;
const INNER_GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)(\*|\+|\{\d+(?:,\d*)?\})?/;

/**
 * Whether each round of a repeat begins at a character that the repeat inside does not take, as in `(-[a-z]+)*`: a text
 * has one way to be cut into rounds.
 */
function isDelimited(round: string): boolean {
  const [, escaped, plain, taken] = DELIMITED.exec(round) ?? [];
  const first = escaped ?? plain;
  return first !== undefined && !new RegExp(`^${taken}$`).test(first);
}

/**
 * The longest text that a regular expression surely gets through: an engine may try each of its repeats at each place of
 * the text. Without a clock, so that a report is always the same.
 *
 * @returns 0 for one that repeats a part in which something varies: its steps may double with each character
 * @throws SyntaxError for a class that is not one
 */
export function longestText(pattern: string): number {
  const masked = pattern.replace(ESCAPES_AND_CLASSES, (part) => 'x'.repeat(part.length));
  let rest = masked.replace(REPEATED_GROUP, (group, round: string, at: number) => {
    const start = at + group.indexOf(round);
    return isDelimited(pattern.slice(start, start + round.length)) ? 'x+' : group;
  });
  for (let group = INNER_GROUP.exec(rest); group; group = INNER_GROUP.exec(rest)) {
    const [whole, body = '', repeat = ''] = group;
    if (repeat !== '' && /[*+?|{]/.test(body)) return 0;
    rest = rest.replace(whole, () => body + repeat);
  }
  const optional = rest.replace(/(?:[*+]|\{\d+(?:,\d*)?\})\??/g, '').split('?').length - 1;
  if (optional > MOST_OPTIONAL) return 0;
  const repeats = (rest.match(/[*+]|\{\d+,\d*\}/g) ?? []).length;
  // Without an anchor, each place of the text is a start.
  const loops = repeats + (rest.startsWith('^') ? 0 : 1);
  return Math.floor(MOST_STEPS ** (1 / Math.max(loops, 1)));
}

/** The patterns that a schema holds its texts and keys against. */
function patternsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(patternsOf);
  if (!isRecord(schema)) return [];
  const { pattern, patternProperties } = schema;
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isRecord(patternProperties) ? Object.keys(patternProperties) : []),
    ...Object.values(schema).flatMap(patternsOf),
  ];
}

/**
 * The longest text that all patterns of a schema surely get through.
 *
 * @returns Infinity without a pattern
 * @throws SyntaxError for a class that is not one
 */
export function longestChecked(schema: Members): number {
  return Math.min(...patternsOf(schema).map(longestText));
}

/** After so many steps into a schema, each input counts as one with a pattern: definitions may multiply each other. */
const MOST_STEPS_INTO = 1_000;

/**
 * The inputs of a tool that have a pattern, also behind references: by their names, with a dot before one that is inside
 * of another. null: keys of the arguments themselves.
 */
export function inputsWithPatterns(root: Members): (string | null)[] {
  const found = new Set<string>();
  const open: PlaceInSchema[] = [{ schema: root, path: [], name: '', around: [] }];
  let steps = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    const { schema, path, name, around } = place;
    if (around.includes(schema)) continue;
    steps += 1;
    const isUnread = steps > MOST_STEPS_INTO;
    if (isUnread || typeof schema.pattern === 'string' || isRecord(schema.patternProperties)) found.add(name);
    if (isUnread) continue;
    const inside = [...around, schema];
    const target = typeof schema.$ref === 'string' ? findTarget(schema.$ref, { root, path }) : null;
    if (target && typeof target === 'object') open.push({ ...target, name, around: inside });
    for (const { value, steps: to } of schemaParts(schema)) {
      const [key, own] = to;
      if (!isRecord(value) || key === '$defs' || key === 'definitions') continue;
      const inner = key === 'properties' ? [...(name === '' ? [] : [name]), own].join('.') : name;
      open.push({ schema: value, path: [...path, ...to], name: inner, around: inside });
    }
  }
  return [...found].sort(byCodeUnit).map((name) => (name === '' ? null : name));
}

interface PlaceInSchema {
  readonly schema: Members;
  readonly path: SnapshotPath;
  readonly name: string;
  /** The schemas that it is inside of, so that one that refers to itself ends. */
  readonly around: readonly Members[];
}

/** A schema without its patterns. */
export function withoutPatterns(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const dropped = ['patternProperties'];
  // Which other keys are allowed depends on the patterns of keys.
  if (JSON.stringify(schema).includes('"patternProperties"')) dropped.push('additionalProperties');
  const isDropped = (key: string, value: unknown) =>
    dropped.includes(key) || (key === 'pattern' && typeof value === 'string');
  const text = JSON.stringify(schema, (key, value) => (isDropped(key, value) ? undefined : value));
  return JSON.parse(text) as Record<string, unknown>;
}

/** Whether a value holds a text or a key of more than so many characters. */
export function hasLongText(value: unknown, longest: number): boolean {
  if (typeof value === 'string') return value.length > longest;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.length > longest || hasLongText(item, longest));
}
