import type { SnapshotPath } from '../../../../rules/mcp/lint.js';
import { canonicalJson } from '../../../../spec/hash.js';
import { countBy } from '../../../../values/group-by.js';
import { isRecord } from '../../../../values/is-record.js';

/** One difference between two JSON values; `undefined` stands for a member that is not there. */
export interface Difference {
  readonly path: SnapshotPath;
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists whose order means nothing: members of a schema that are sets. */
const SETS = new Set(['enum', 'required', 'examples', 'type']);

/**
 * Compares two JSON values, member by member. The order of keys does not matter, nor does that of lists that are sets.
 * A member that only one side has is one difference, whatever it holds.
 */
export function compareValues(before: unknown, after: unknown, path: SnapshotPath = []): Difference[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    return SETS.has(String(path.at(-1)))
      ? compareSets(before, after, path)
      : compareMembers(Object.entries(before), Object.entries(after), path, Number);
  }
  if (isRecord(before) && isRecord(after)) {
    return compareMembers(Object.entries(before), Object.entries(after), path, String);
  }
  return textOf(before) === textOf(after) ? [] : [{ path, before, after }];
}

function compareMembers(
  before: readonly (readonly [string, unknown])[],
  after: readonly (readonly [string, unknown])[],
  path: SnapshotPath,
  toStep: (key: string) => string | number,
): Difference[] {
  const old = new Map(before);
  const now = new Map(after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) =>
    compareValues(old.get(key), now.get(key), [...path, toStep(key)]),
  );
}

/** Each member that one side has more often than the other is one difference. */
function compareSets(
  before: readonly unknown[],
  after: readonly unknown[],
  path: SnapshotPath,
): Difference[] {
  return [
    ...surplus(before, after).map(([at, value]) => ({
      path: [...path, at],
      before: value,
      after: undefined,
    })),
    ...surplus(after, before).map(([at, value]) => ({
      path: [...path, at],
      before: undefined,
      after: value,
    })),
  ];
}

/** The members that the other list has less often, with their places. */
function surplus(values: readonly unknown[], others: readonly unknown[]): (readonly [number, unknown])[] {
  const counts = countBy(others, textOf);
  return [...values.entries()].filter(([, value]) => {
    const text = textOf(value);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

/** The same text for the same JSON, whatever the order of its keys. */
export function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}
