import type { ErrorCodeRow } from '../../model/error-code.js';

/** Command line and configuration. */
export const usageCodes = {
  'CLI-001': {
    severity: 'error',
    text: '{reason}',
    hint: 'See "flowmcp {command} --help".',
    exit: 2,
  },
  'CLI-002': {
    severity: 'error',
    text: '{option} takes {expected}, found "{found}"',
    hint: 'See "flowmcp {command} --help".',
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
} satisfies Record<string, ErrorCodeRow>;
