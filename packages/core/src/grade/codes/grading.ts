import type { ErrorCodeRow } from '../../problems/error-code.js';

/** Scoring, grading, veto and hashing. */
export const gradingCodes = {
  'GRD-001': {
    severity: 'error',
    text: '{field} is missing',
    hint: 'Give a value; nothing is filled in silently. A question that can not be answered is n/a with a reason.',
  },
  'GRD-002': {
    severity: 'error',
    text: 'expected {expected}, found {found}',
    hint: 'Give a value of that kind. A score is a JSON number or one of the words, never a boolean, list or object.',
  },
  'SCO-001': {
    severity: 'error',
    text: 'the score {found} lies outside 1.0 to 5.0',
    hint: 'Scores are never clamped: give a number from 1.0 to 5.0.',
  },
  'SCO-003': {
    severity: 'error',
    text: '"{found}" is no score',
    hint: 'Write numbers as numbers (3.5, not "3.5"); the words are pass, fail, stale and n/a.',
  },
  'SCO-004': {
    severity: 'error',
    text: 'a weight is a finite number above zero, found {found}',
    hint: 'Weights come from the question catalogue; do not write them by hand.',
  },
  'VET-001': {
    severity: 'error',
    text: '"{found}" is no veto trigger',
    hint: 'The closed list is malicious-module, api-key-domain-mismatch, illegal-content, ai-security-veto.',
  },
  'VET-002': {
    severity: 'error',
    text: 'a veto needs evidence',
    hint: 'Say where the finding can be seen.',
  },
  'VET-003': {
    severity: 'error',
    text: 'ai-security-veto needs evidence and reasoning',
    hint: 'Explain why the finding is a security risk.',
  },
  'HSH-001': {
    severity: 'error',
    text: 'canonical JSON can not hold this value ({found})',
    hint: 'Only null, booleans, finite numbers, strings, lists and plain objects can be hashed.',
  },
} satisfies Record<string, ErrorCodeRow>;
