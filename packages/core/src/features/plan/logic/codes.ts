import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Planning with hypothetical thresholds. */
export const planCodes = {
  'PLN-001': {
    severity: 'error',
    text: 'the thresholds cannot be used: {reason}',
    hint: 'Give a JSON object with version and, where they differ from the current thresholds, bands, maxGrade and stableGrades; docs/pipeline.md shows one.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
