import { describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Checked } from './check-entry.js';

/** A point in time: a Date, or ISO-8601 text with its zone. */
export type Moment = string | Date;

const ZONED = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Converts a moment to a Date, or returns GRD-002. Text without a zone is refused: it would mean a different
 * time on every machine.
 */
export function readMoment(given: Moment, field: string): Checked<Date> {
  const isNamed = given instanceof Date || (typeof given === 'string' && ZONED.test(given));
  const date = isNamed ? new Date(given) : null;
  if (date && !Number.isNaN(date.getTime())) return { value: date, problems: [] };
  const expected = 'a Date or an ISO-8601 time such as 2026-03-01T10:00:00Z';
  const found = describeValue(given instanceof Date ? 'Invalid Date' : given);
  return { value: null, problems: [problem('GRD-002', { path: `/${field}` }, { expected, found })] };
}
