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
  'SBX-003': {
    severity: 'error',
    text: 'a library script that comes with this program cannot be used: {reason}',
    hint: 'In a checkout, "npm run setup" makes the scripts. Otherwise install the package again.',
    exit: 2,
  },
  'SBX-004': {
    severity: 'error',
    text: 'your script of the library {name} cannot be used: {reason}',
    hint: 'A script is one plain file, not a link, of at most 4 MiB. The page docs/libraries.md shows how to make one. Without the file, the library is ours or missing.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
