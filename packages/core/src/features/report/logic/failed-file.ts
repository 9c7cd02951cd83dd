import type { SarifRule } from '../../../documents/sarif.js';

/** Slug under which reports show what is wrong with a file that does not pass the gate. */
export const FAILED_FILE = 'file-does-not-pass';

/** The same as code hosts show it. */
export const FAILED_FILE_RULE: SarifRule = {
  id: FAILED_FILE,
  severity: 'error',
  title: 'File does not pass the gate',
  why: 'A file that does not pass is not graded, and what it was graded before does not count.',
  fix: 'Fix the file and import it again: flowmcp grading import.',
  tags: ['flowmcp', 'finding'],
};
