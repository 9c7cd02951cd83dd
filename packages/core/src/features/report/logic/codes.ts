import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Reports on gradings: the files they are written to, and the sources that their places point to. */
export const reportCodes = {
  'RPT-001': {
    severity: 'error',
    text: 'the report cannot be written ({reason})',
    hint: 'Name a file in an existing folder that you can write to.',
    exit: 2,
  },
  'RPT-002': {
    severity: 'error',
    text: 'the source folder cannot be read ({reason})',
    hint: 'Name the folder that contains one folder for each namespace: --sources providers',
    exit: 2,
  },
  'RPT-003': {
    severity: 'warning',
    text: '{missing} of {schemas} schemas have no source with the same content; their locations point to their snapshots in the island',
    hint: 'A source is expected at <folder>/<namespace>/<schema>.mjs. If it has changed since, import and grade it again.',
  },
  'RPT-004': {
    severity: 'error',
    text: 'the report was written, but no program to open it could be started ({reason})',
    hint: 'Open the file yourself.',
    exit: 2,
  },
  'RPT-005': {
    severity: 'error',
    text: 'the folder of proofs cannot be read ({reason})',
    hint: 'Name the folder that contains one folder for each namespace: --proofs providers',
    exit: 2,
  },
  'RPT-006': {
    severity: 'error',
    text: 'this is not the proof of a provider: {reason}',
    hint: 'The namespace has no card. Write its proof again: flowmcp grading export <namespace> --proof-dir <folder>',
  },
} satisfies Record<string, ErrorCodeRow>;
