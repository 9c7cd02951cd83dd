import type { ErrorCodeRow } from './error-code.js';

/** Command line, configuration and the page of `grading review`. */
export const usageCodes = {
  'CLI-001': {
    severity: 'error',
    text: 'invalid command line: {reason}',
    hint: 'See "{help}".',
    exit: 2,
  },
  'CLI-002': {
    severity: 'error',
    text: 'an option has an invalid value: {reason}',
    hint: 'See "{help}".',
    exit: 2,
  },
  'CLI-003': {
    severity: 'error',
    text: 'the file {file} cannot be read ({reason})',
    hint: 'Check the path; "-" reads standard input.',
    exit: 2,
  },
  'CLI-004': {
    severity: 'error',
    text: '"{code}" is not one of this tool\'s codes',
    hint: 'Codes look like IMP-005 or VAL014; docs/catalog/error-codes.md lists them all.',
    exit: 2,
  },
  'CLI-005': {
    severity: 'error',
    text: 'the program stopped because of an internal error: {reason}',
    hint: 'Please report it with the command and the stack trace. Files are written completely or not at all, so it is safe to repeat the command.',
    exit: 2,
  },
  'CLI-006': {
    severity: 'error',
    text: 'the output {file} would overwrite {input}, which this run reads',
    hint: 'Name another file; no calls were made and nothing was written. Symbolic links and hard links count as the file itself.',
    exit: 2,
  },
  'CLI-007': {
    severity: 'error',
    text: 'the outputs {file} and {other} are the same file',
    hint: 'Name a separate file for each; no calls were made and nothing was written.',
    exit: 2,
  },
  'REV-001': {
    severity: 'error',
    text: 'a review needs the name of the reviewer, of 1 to 256 visible characters: {reason}',
    hint: 'Add --by <name>; the name is recorded with every answer.',
    exit: 2,
  },
  'REV-002': {
    severity: 'error',
    text: 'the page cannot be served on port {port} of 127.0.0.1 ({reason})',
    hint: 'Name another port, or leave --port out: then any free one is taken.',
    exit: 2,
  },
  'REV-003': {
    severity: 'warning',
    text: 'no browser could be opened ({reason})',
    hint: 'Open the address yourself.',
  },
  'CFG-001': {
    severity: 'error',
    text: '{name} is set to {found}, which is not a valid value',
    hint: 'Give a valid value or remove the setting; a setting that is present is never ignored.',
    exit: 2,
  },
  'CFG-002': {
    severity: 'error',
    text: 'the configuration cannot be used: {reason}',
    hint: 'Correct ~/.flowmcp/config.json; it must be a JSON object.',
    exit: 2,
  },
  'CFG-003': {
    severity: 'error',
    text: '{name} is set to {found}; expected {expected}',
    hint: 'Correct the variable or remove it; a setting that is present is never ignored.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
