import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Reports of gradings: their files, and the sources of their places. */
export const reportCodes = {
  'RPT-001': {
    severity: 'error',
    text: 'the report can not be written ({reason})',
    hint: 'Name a file in a folder that exists and may be written to.',
    exit: 2,
  },
  'RPT-002': {
    severity: 'error',
    text: 'the folder of the sources can not be read ({reason})',
    hint: 'Name the folder that holds one folder for each namespace: --sources providers',
    exit: 2,
  },
  'RPT-003': {
    severity: 'warning',
    text: '{missing} of {schemas} schemas have no source of the same content; their places are those of their snapshots in the island',
    hint: 'A source lies at <folder>/<namespace>/<schema>.mjs. Where it was changed since, import and grade it again.',
  },
  'RPT-004': {
    severity: 'error',
    text: 'the report was written, but no program could be started to open it ({reason})',
    hint: 'Open the file yourself.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
