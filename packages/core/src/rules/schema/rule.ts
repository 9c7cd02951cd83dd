import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { SharedListEntry } from '../../spec/shared-list.js';
import type { Change, Rule, RuleCodes } from '../rule.js';

/** An available shared list, in one version. */
export interface KnownList {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly SharedListEntry[];
}

export interface SchemaRuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object, unvalidated; empty if it is not an object. */
  readonly main: Readonly<Record<string, unknown>>;
  /** Undefined if the available lists are unknown; nothing is then reported about lists. */
  readonly lists: readonly KnownList[] | undefined;
}

/** A change to the schema of `test/rules/schema/good-schema.ts`. */
export interface SchemaChange extends Change {
  /** The `handlers` export. */
  readonly handlers?: string;
  readonly lists?: readonly KnownList[];
}

/** Defines one topic of the gate for schemas. */
export function defineSchemaRule<const Codes extends RuleCodes<SchemaChange>>(
  rule: Rule<SchemaRuleInput, SchemaChange, Codes>,
): Rule<SchemaRuleInput, SchemaChange, Codes> {
  return rule;
}
