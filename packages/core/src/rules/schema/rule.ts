import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import type { SharedList } from '../../spec/shared-list.js';
import type { Change, Rule, RuleCodes } from '../rule.js';

export interface SchemaRuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object, unvalidated; empty if it is not an object. */
  readonly main: Readonly<Record<string, unknown>>;
  /** Undefined if the available lists are unknown; nothing is then reported about lists. */
  readonly lists: readonly SharedList[] | undefined;
  /** The version that the schema is held to. */
  readonly schemasSpec: SchemasSpec;
}

/** A change to the schema of `test/rules/schema/good-schema.ts`. */
export interface SchemaChange extends Change {
  /** The `handlers` export. */
  readonly handlers?: string;
  readonly lists?: readonly SharedList[];
  /** The version under which the change raises the code; default: the first one. */
  readonly schemasSpec?: SchemasSpec;
}

/** Defines one topic of the gate for schemas. */
export function defineSchemaRule<const Codes extends RuleCodes<SchemaChange>>(
  rule: Rule<SchemaRuleInput, SchemaChange, Codes>,
): Rule<SchemaRuleInput, SchemaChange, Codes> {
  return rule;
}
