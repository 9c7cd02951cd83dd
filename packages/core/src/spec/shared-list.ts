import { isRecord } from '../values/is-record.js';

/** One row of a shared list: a flat object whose values are strings, numbers, booleans or null (Schemas-Spec 03). */
export type SharedListEntry = Readonly<Record<string, unknown>>;

/** A shared list as written by its author. */
export interface SharedList {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly SharedListEntry[];
}

/** A shared list as stored in the island. */
export interface ListSnapshot extends SharedList {
  readonly timestamp: string;
  readonly hash: string;
  /** Relative to the island. */
  readonly file: string;
}

/** The lists a schema refers to, after the version check and the filter. */
export interface SharedLists {
  /** By the name used in the schema. */
  readonly resolved: Readonly<Record<string, readonly SharedListEntry[]>>;
  readonly unresolved: readonly UnresolvedList[];
}

export interface UnresolvedList {
  readonly ref: string;
  readonly version: string;
  /** Versions found instead; empty if no list has that name. */
  readonly found: readonly string[];
}

/** Checks the shape of a list; returns the list, or what it lacks. */
export function asSharedList(value: unknown): SharedList | { cause: string } {
  if (!isRecord(value) || !isRecord(value.meta)) return { cause: 'it has no meta' };
  const { name, version } = value.meta;
  if (typeof name !== 'string' || typeof version !== 'string')
    return { cause: 'meta has no name or no version' };
  const entries: unknown = value.entries;
  if (!Array.isArray(entries) || !entries.every(isRecord))
    return { cause: 'entries is not a list of objects' };
  return { name, version, entries };
}
