import type { ErrorCodeRow } from './error-code.js';

const MISSING = {
  severity: 'error',
  text: '{field} is missing',
  hint: 'Pass this argument; nothing is filled in silently.',
} as const satisfies ErrorCodeRow;
const WRONG_TYPE = {
  severity: 'error',
  text: 'expected {expected}, found {found}',
  hint: 'Pass a value of that kind.',
} as const satisfies ErrorCodeRow;

/** Arguments of the public functions: each group of the reference has codes of its own for them (decision 0086). */
export const argumentCodes = {
  'EXP-001': MISSING,
  'HSH-001': MISSING,
  'HSH-002': WRONG_TYPE,
  'IDX-001': MISSING,
  'IDX-002': WRONG_TYPE,
  'LCK-001': MISSING,
  'LCK-002': WRONG_TYPE,
  'PB-001': MISSING,
  'PB-002': WRONG_TYPE,
  'PRE-001': MISSING,
  'PRT-001': MISSING,
  'SL-001': MISSING,
  'SL-002': WRONG_TYPE,
  'SNP-001': MISSING,
  'SNP-002': WRONG_TYPE,
} satisfies Record<string, ErrorCodeRow>;
