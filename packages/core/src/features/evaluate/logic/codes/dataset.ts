import type { ErrorCodeRow } from '../../../../problems/error-code.js';

/** Faults of a dataset. With any of these, no evaluator is called (seed 004). */
export const datasetCodes = {
  'DST-001': {
    severity: 'error',
    text: 'the line is not JSON: {reason}',
    hint: 'A dataset is JSON Lines: one whole JSON object in each line.',
    exit: 2,
  },
  'DST-002': {
    severity: 'error',
    text: 'the line holds {found} in place of a JSON object',
    hint: 'Wrap it: {"input": …}. The names of the keys are free.',
    exit: 2,
  },
  'DST-003': {
    severity: 'error',
    text: 'the line is not UTF-8 from byte {byte} on',
    hint: 'Save the file as UTF-8; a byte order mark is fine.',
    exit: 2,
  },
  'DST-004': {
    severity: 'error',
    text: 'the line has more than {limit} bytes',
    hint: 'Keep an example small; of long material a reference is enough.',
    exit: 2,
  },
  'DST-005': {
    severity: 'error',
    text: 'the set has {found} records, at most {limit} are taken; this is the first one beyond',
    hint: 'Take a sample of it.',
    exit: 2,
  },
  'DST-006': {
    severity: 'error',
    text: 'the set holds no record',
    hint: 'Write one JSON object per line, or leave the option out.',
    exit: 2,
  },
  'DST-007': {
    severity: 'error',
    text: 'the file has more than {limit} bytes; the rest was not read',
    hint: 'Take a sample of it.',
    exit: 2,
  },
  'DST-008': {
    severity: 'error',
    text: '{more} more bad lines were found; they are not listed',
    hint: 'Mend what is listed and try again.',
    exit: 2,
  },
  'DST-009': {
    severity: 'error',
    text: 'the dataset can not be read ({reason})',
    hint: 'Check the path: a file of JSON Lines was expected.',
    exit: 2,
  },
  'DST-010': {
    severity: 'error',
    text: 'the record can not be handed to an evaluator as it stands there: {reason}',
    hint: 'Write it flatter, with numbers that a program can hold.',
    exit: 2,
  },
  'DST-011': {
    severity: 'error',
    text: 'the results can not be written there ({reason})',
    hint: 'Name a file in a folder that exists and may be written to.',
    exit: 2,
  },
  'DST-012': {
    severity: 'error',
    text: 'no run can be begun or resumed with this file: {reason}',
    hint: 'Resume with the candidate, sets and evaluator of the beginning. A run that is whole is begun anew without --resume; a file of another kind has to be moved, or --out named otherwise.',
    exit: 2,
  },
  'DST-013': {
    severity: 'error',
    text: 'answers of a run that did not come to its end lie in this file',
    hint: 'Add --resume to keep them and ask only what is missing, or remove the file to ask everything again.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
