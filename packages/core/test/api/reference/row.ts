/** The reference's public calls beside ours: data for the contract test and for docs/api.md. */
export interface ReferenceCall {
  /** `Group.method`, or the name of a function. */
  readonly call: string;
  /** Arguments there, by name; `?` after one that may be left out. */
  readonly takes: readonly string[];
  /** Keys of its result. */
  readonly gives: readonly string[];
  /** It returns a promise there, and so it does here. */
  readonly waits?: true;
  /** Calls of the reference's form that give here what they give there. */
  readonly shown: readonly Shown[];
  readonly differences: readonly Difference[];
}

export type Difference = {
  readonly there: string;
  readonly here: string;
} & (
  | { readonly verdict: 'taken over' | 'both forms'; readonly shown: Shown; readonly why?: never }
  /** `why` names a chapter of the specification, a decision or what it protects. */
  | { readonly verdict: 'departure'; readonly why: string; readonly shown?: Shown }
);

/** One call, and the part of its result that counts. */
export interface Shown {
  readonly input: unknown | ((place: Place) => unknown);
  /** As in `toMatchObject`; a regular expression stands for a text that matches it. */
  readonly gives: object;
}

/** A fresh island with what the calls need; see `place.ts`. */
export interface Place {
  /** The island: providers/tidewatch is imported, selections/lyre-port-calls and its members too. */
  readonly gradingDataRoot: string;
  /** A provider folder outside the island, `tidewatch`. */
  readonly providerPath: string;
  /** An empty folder outside the island. */
  readonly out: string;
}

/** A public name of the reference's index that is not here. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}
