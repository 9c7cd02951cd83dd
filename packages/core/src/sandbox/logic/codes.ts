import type { ErrorCodeRow } from '../../problems/error-code.js';

export const sandboxCodes = {
  'SBX-001': {
    severity: 'error',
    text: 'the export is computed, and its evaluation in the sandbox failed: {reason}',
    hint: 'The sandbox has no files, no network, no environment and no modules to import, and only data can leave it. It is better to write the value itself.',
  },
  'SBX-002': {
    severity: 'info',
    text: 'the export is computed: what is graded is what it came out as in the sandbox, at this import',
    hint: 'It is better to write the value itself: then nothing has to be run, and every problem has its line.',
  },
} satisfies Record<string, ErrorCodeRow>;
