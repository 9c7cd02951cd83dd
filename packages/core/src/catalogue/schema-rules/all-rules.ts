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
import type { SchemaRule } from './rule.js';
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
