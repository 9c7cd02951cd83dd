import type { ErrorCodeRow } from '../../../problems/error-code.js';
import { mainCodes } from './validation-main.js';
import { parameterCodes } from './validation-parameters.js';
import { resourceCodes } from './validation-resources.js';
import { testCodes } from './validation-tests.js';
import { toolCodes } from './validation-tools.js';

/**
 * The gate. VAL, TST, RES and SEC codes are those of Schemas-Spec 4.2.0, chapters 09 and 13;
 * VAL027, VAL028, VAL076 and VAL077 are the reference's own. GATE codes are ours, for rules the
 * specification states without a code. Severities follow decisions D21 and D22.
 */
export const validationCodes = {
  ...mainCodes,
  ...toolCodes,
  ...parameterCodes,
  ...testCodes,
  ...resourceCodes,
} satisfies Record<string, ErrorCodeRow>;
