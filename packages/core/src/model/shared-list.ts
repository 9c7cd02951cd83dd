/** One row of a shared list: flat, each value a string, number, boolean or null (Schemas-Spec 03). */
export type SharedListEntry = Readonly<Record<string, unknown>>;

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
