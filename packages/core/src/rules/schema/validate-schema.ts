import type { Problem } from '../../problems/problem.js';
import { judgeModule } from '../../sources/logic/judge-module.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { dataRules } from './data.js';
import { listReferenceRules } from './list-references.js';
import { mainOptionalRules } from './main-optional.js';
import { mainRequiredRules } from './main-required.js';
import { metaRules } from './meta.js';
import { handlerRules, moduleRules } from './module.js';
import { outputRules } from './output.js';
import { parameterRules } from './parameters.js';
import { placeholderRules } from './placeholders.js';
import { resourceQueryRules } from './resource-queries.js';
import { resourceRules } from './resources.js';
import type { KnownList, RuleInput, SchemaRule } from './rule.js';
import { testRules } from './tests.js';
import { toolRules } from './tools.js';

/** Rules that hold for the module, whatever it exports. */
export const RULES_FOR_MODULES: readonly SchemaRule[] = moduleRules;

/** Rules that need `main` to be an object. */
export const RULES_FOR_MAIN: readonly SchemaRule[] = [
  ...handlerRules,
  ...mainRequiredRules,
  ...mainOptionalRules,
  ...toolRules,
  ...parameterRules,
  ...placeholderRules,
  ...listReferenceRules,
  ...outputRules,
  ...metaRules,
  ...testRules,
  ...resourceRules,
  ...resourceQueryRules,
  ...dataRules,
];

export type { KnownList } from './rule.js';

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
