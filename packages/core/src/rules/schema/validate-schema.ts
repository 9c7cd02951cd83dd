import type { Problem } from '../../problems/problem.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import type { SharedList } from '../../spec/shared-list.js';
import { judgeModule } from '../judge-module.js';
import { schemaRules } from './registry.generated.js';
import type { SchemaRuleInput } from './rule.js';
import { isObject } from './schema-members.js';

export interface ValidateSchemaInput {
  readonly reading: ModuleReading;
  /** File name shown in messages. */
  readonly file: string;
  /** The available shared lists; undefined if they are unknown. */
  readonly lists?: readonly SharedList[] | undefined;
  /** The version that the schema is held to; the rule book in force says which. */
  readonly schemasSpec: SchemasSpec;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * The validation gate: lists every problem of a schema module, including those found while reading it. The rules are
 * those of Schemas-Spec 4.2, chapter 09, and what 4.3 changes of them; severities follow decisions D21 and D22.
 *
 * @returns problems with file, path below the export, line and column (1-based), in source
 *   order; the schema passes iff none has the severity `error`
 */
export function validateSchema({
  reading,
  file,
  lists,
  schemasSpec,
  strict = false,
}: ValidateSchemaInput): Problem[] {
  const { value } = reading;
  const input: SchemaRuleInput = { reading, main: isObject(value) ? value : {}, lists, schemasSpec };
  return judgeModule({ reading, file, root: 'main', strict, rules: schemaRules, input });
}
