import { gradeConsume, gradeEmit } from './grade.js';
import { importAgain, importFirst } from './import.js';
import { lintSchemas, lintSnapshots } from './lint.js';
import { explain, plan, reportHtml, state, verify } from './look.js';
import type { Operation } from './operation.js';
import { rebuildAll, rebuildOne, rebuildOneDeep } from './rebuild.js';
import { consume, emit } from './run.js';

/** In the order of the table. */
export const operations: readonly Operation[] = [
  importFirst,
  importAgain,
  rebuildAll,
  rebuildOne,
  rebuildOneDeep,
  emit,
  consume,
  verify,
  state,
  plan,
  explain,
  reportHtml,
  gradeEmit,
  gradeConsume,
  lintSnapshots,
  lintSchemas,
];
