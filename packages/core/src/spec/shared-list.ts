import { isRecord } from '../values/is-record.js';

/** One row of a shared list: flat, each value a string, number, boolean or null (Schemas-Spec 03). */
export type SharedListEntry = Readonly<Record<string, unknown>>;

/** A shared list as it is written. */
export interface SharedList {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly SharedListEntry[];
}

/** One as the island keeps it. */
export interface ListSnapshot extends SharedList {
  readonly timestamp: string;
  readonly hash: string;
  /** Relative to the island. */
  readonly file: string;
}

/** The lists a schema asks for, after version check and filter. */
export interface SharedLists {
  /** By the name the schema refers to. */
  readonly resolved: Readonly<Record<string, readonly SharedListEntry[]>>;
  readonly unresolved: readonly UnresolvedList[];
}

export interface UnresolvedList {
  readonly ref: string;
  readonly version: string;
  /** Versions that are there instead; empty when no list of that name is. */
  readonly found: readonly string[];
}

/** A list by its shape, or what it lacks. */
export function asSharedList(value: unknown): SharedList | { cause: string } {
  if (!isRecord(value) || !isRecord(value.meta)) return { cause: 'it has no meta' };
  const { name, version } = value.meta;
  if (typeof name !== 'string' || typeof version !== 'string')
    return { cause: 'meta has no name or no version' };
  const entries: unknown = value.entries;
  if (!Array.isArray(entries) || !entries.every(isRecord)) return { cause: 'entries is no list of objects' };
  return { name, version, entries };
}
