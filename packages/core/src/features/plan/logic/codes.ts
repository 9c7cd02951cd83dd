import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Planning with hypothetical thresholds. */
export const planCodes = {
  'PLN-001': {
    severity: 'error',
    text: 'the thresholds can not be used: {reason}',
    hint: 'A JSON object with version and, where they differ, bands, maxGrade and stableGrades was expected: docs/pipeline.md shows one.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
