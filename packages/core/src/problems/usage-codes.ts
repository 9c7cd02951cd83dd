import type { ErrorCodeRow } from './error-code.js';

/** Command line and configuration. */
export const usageCodes = {
  'CLI-001': {
    severity: 'error',
    text: 'the command line can not be understood: {reason}',
    hint: 'See "{help}".',
    exit: 2,
  },
  'CLI-002': {
    severity: 'error',
    text: 'an option has a value it can not take: {reason}',
    hint: 'See "{help}".',
    exit: 2,
  },
  'CLI-003': {
    severity: 'error',
    text: 'the file {file} can not be read ({reason})',
    hint: 'Check the path; "-" reads standard input.',
    exit: 2,
  },
  'CLI-004': {
    severity: 'error',
    text: '"{code}" is no code of this tool',
    hint: 'Codes look like IMP-005 or VAL014; docs/catalog/error-codes.md lists them all.',
    exit: 2,
  },
  'CLI-005': {
    severity: 'error',
    text: 'the program stopped on a mistake of its own: {reason}',
    hint: 'Please report it with the command and its stack. Files are written as a whole or not at all, so the command may be repeated.',
    exit: 2,
  },
  'CLI-006': {
    severity: 'error',
    text: 'the output {file} would overwrite {input}, which this run reads',
    hint: 'Name another file; nothing was asked or written. Links and second names of a file count as the file.',
    exit: 2,
  },
  'CLI-007': {
    severity: 'error',
    text: 'the outputs {file} and {other} are one file',
    hint: 'Name a file for each; nothing was asked or written.',
    exit: 2,
  },
  'CFG-001': {
    severity: 'error',
    text: '{name} is set to {found}, which is no usable value',
    hint: 'Give a usable value or remove the setting; a setting that is there is never skipped.',
    exit: 2,
  },
  'CFG-002': {
    severity: 'error',
    text: 'the configuration can not be used: {reason}',
    hint: 'Correct ~/.flowmcp/config.json; it is a JSON object.',
    exit: 2,
  },
  'CFG-003': {
    severity: 'error',
    text: '{name} is set to {found}; {expected} were expected',
    hint: 'Correct the variable or remove it; a setting that is there is never skipped.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
