/**
 * What code expects of one place in an answer, as far as its text shows it. The interpreter fills it in; the answer is
 * built from it afterwards.
 */
export interface Want {
  readonly members: Map<string, Want>;
  /** Each item of a list, or each value of an object whose keys the code does not know. */
  item: Want | null;
  readonly uses: Set<Use>;
  /** Values that it is compared with, and has to have for the code to go on. */
  readonly values: Set<Scalar>;
  /** Values with which the code stops. */
  readonly avoided: Set<Scalar>;
  /** The code stops if it is there. */
  unwanted: boolean;
  /** Regular expressions that the text is searched for, by their source. */
  readonly patterns: Map<string, Pattern>;
  /** Parts of the text, by what separates them. */
  readonly parts: Map<string, Want>;
  /** The content of a text that holds JSON. */
  json: Want | null;
}

export interface Pattern {
  readonly source: string;
  /** The groups, from 1; at 0 the whole match. */
  readonly groups: Map<string, Want>;
}

export type Scalar = string | number | boolean | null;

/**
 * How a place is used: `list` and `text` by what nothing else allows; `sequence` by what both allow; `entries` by keys
 * that are not known; `indexed` by a key that may be a number.
 */
export type Use = 'list' | 'text' | 'sequence' | 'number' | 'entries' | 'indexed' | 'date' | 'read';

export function newWant(): Want {
  return {
    members: new Map(),
    item: null,
    uses: new Set(),
    values: new Set(),
    avoided: new Set(),
    unwanted: false,
    patterns: new Map(),
    parts: new Map(),
    json: null,
  };
}

export function memberOf(want: Want, name: string): Want {
  const found = want.members.get(name) ?? newWant();
  want.members.set(name, found);
  return found;
}

export function itemOf(want: Want, use: Use): Want {
  want.uses.add(use);
  want.item ??= newWant();
  return want.item;
}

export function partOf(want: Want, separator: string): Want {
  want.uses.add('text');
  const found = want.parts.get(separator) ?? newWant();
  want.parts.set(separator, found);
  return found;
}

export function groupOf(want: Want, source: string, group: string): Want {
  want.uses.add('text');
  const pattern = want.patterns.get(source) ?? { source, groups: new Map<string, Want>() };
  want.patterns.set(source, pattern);
  const found = pattern.groups.get(group) ?? newWant();
  pattern.groups.set(group, found);
  return found;
}

export function jsonOf(want: Want): Want {
  want.uses.add('text');
  want.json ??= newWant();
  return want.json;
}

/** Whether the code says anything about it. */
export function isKnown(want: Want): boolean {
  return (
    want.members.size + want.values.size + want.patterns.size + want.parts.size > 0 ||
    want.item !== null ||
    want.json !== null ||
    [...want.uses].some((use) => use !== 'read')
  );
}

/** Adds what another place is expected to be: one answer serves both. */
export function mergeInto(to: Want, from: Want, seen: Set<Want> = new Set()): Want {
  if (to === from || seen.has(from)) return to;
  seen.add(from);
  for (const use of from.uses) to.uses.add(use);
  for (const value of from.values) to.values.add(value);
  for (const value of from.avoided) to.avoided.add(value);
  to.unwanted ||= from.unwanted;
  for (const [name, want] of from.members) mergeInto(memberOf(to, name), want, seen);
  for (const [separator, want] of from.parts) mergeInto(partOf(to, separator), want, seen);
  for (const { source, groups } of from.patterns.values()) {
    groupOf(to, source, '0');
    for (const [group, want] of groups) mergeInto(groupOf(to, source, group), want, seen);
  }
  if (from.item) {
    to.item ??= newWant();
    mergeInto(to.item, from.item, seen);
  }
  if (from.json) mergeInto(jsonOf(to), from.json, seen);
  return to;
}
