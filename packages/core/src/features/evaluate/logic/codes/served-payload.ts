import type { ErrorCodeRow } from '../../../../problems/error-code.js';

/** Reasons why `evaluator serve-schema` cannot score a payload. None of them is a score. */
export const servedPayloadCodes = {
  'PLD-001': {
    severity: 'error',
    text: 'the payload on standard input is not one JSON document: {reason}',
    hint: 'Hand in {"_protocol_version": 2, "candidate": "‹source of a schema›"}.',
    exit: 2,
  },
  'PLD-002': {
    severity: 'error',
    text: '{field} of the payload was to be {expected}, found {found}',
    hint: 'Hand in {"_protocol_version": 2, "candidate": "‹source of a schema›"}; other keys are ignored.',
    exit: 2,
  },
  'PLD-003': {
    severity: 'error',
    text: 'the payload on standard input has more than {limit} bytes; it was not read',
    hint: 'A schema of the largest size that is read needs a fraction of it.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
