import type { ErrorCodeRow } from '../../problems/error-code.js';

export const sandboxCodes = {
  'SBX-001': {
    severity: 'error',
    text: 'the export is computed, and its evaluation in the sandbox failed: {reason}',
    hint: 'In the sandbox there is no file, no network, no environment and no module to import, and what comes out is data. Better write the value itself.',
  },
  'SBX-002': {
    severity: 'info',
    text: 'the export is computed: what is graded is what it came out as in the sandbox, at this import',
    hint: 'Better write the value itself: then nothing has to be run, and every problem has its line.',
  },
} satisfies Record<string, ErrorCodeRow>;
