import { RULES_FOR_MAIN, RULES_FOR_MODULES } from '../catalogue/schema-rules/all-rules.js';
import type { KnownList, RuleInput } from '../catalogue/schema-rules/rule.js';
import type { ModuleReading } from '../model/module-reading.js';
import type { Problem } from '../model/problem.js';
import { judgeModule } from './judge-module.js';

export type { KnownList } from '../catalogue/schema-rules/rule.js';

export interface ValidateSchemaInput {
  readonly reading: ModuleReading;
  /** As it is to be shown in messages. */
  readonly file: string;
  /** The shared lists at hand; undefined says nothing about lists. */
  readonly lists?: readonly KnownList[] | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * The validation gate: every problem of a schema module, its reading's among them, in one go.
 * Rules are those of Schemas-Spec 4.2.0, chapter 09; severities follow decisions D21 and D22.
 *
 * @returns problems with file, path below the export, line and column (1-based), in the order of
 *   the text; the schema passes iff none has the severity `error`
 */
export function validateSchema({ reading, file, lists, strict = false }: ValidateSchemaInput): Problem[] {
  const { value } = reading;
  const isMain = typeof value === 'object' && value !== null && !Array.isArray(value);
  const input: RuleInput = { reading, main: isMain ? (value as RuleInput['main']) : {}, lists };
  return judgeModule({
    reading,
    file,
    root: 'main',
    strict,
    check(report) {
      for (const rule of RULES_FOR_MODULES) rule.check(input, report);
      if (isMain) for (const rule of RULES_FOR_MAIN) rule.check(input, report);
    },
  });
}
