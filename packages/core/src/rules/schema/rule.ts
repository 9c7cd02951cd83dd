import type { ErrorCode } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import type { ModuleReading, ValuePath } from '../../sources/logic/module-reading.js';
import type { SharedListEntry } from '../../spec/shared-list.js';

/** A shared list that is at hand, in one version. */
export interface KnownList {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly SharedListEntry[];
}

export interface RuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object as anybody may have written it, a tree; empty where it is no object. */
  readonly main: Readonly<Record<string, unknown>>;
  /** Undefined: it is not known which lists there are, so nothing is said about them. */
  readonly lists: readonly KnownList[] | undefined;
}

/** A path below the export, or a place of its own for what lies outside of it. */
export type Report = (
  code: ErrorCode,
  at: ValuePath | { readonly where: Where },
  args?: Problem['args'],
) => void;

/** One topic of the gate. A rule never throws, whatever the members hold, and leaves the others their say. */
export interface SchemaRule {
  /** Every code the rule can report. */
  readonly codes: readonly ErrorCode[];
  readonly check: (input: RuleInput, report: Report) => void;
}
