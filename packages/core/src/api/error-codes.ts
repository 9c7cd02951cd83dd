import type { ErrorCodeRow } from '../problems/error-code.js';
import { describeProblem, errorCodes, isErrorCode, problem } from '../problems/error-codes.js';
import { SEVERITIES, type Severity } from '../problems/problem.js';
import { errorTexts } from './error-texts.js';

/** Every code this package can return, with its text. */

/** A code and its row in the table. */
export interface CodeRow {
  code: string;
  severity: Severity;
  /** What is wrong; `{name}` stands for a value. */
  text: string;
  /** The remedy. */
  hint: string;
}

/** A code in the form of the reference. */
export interface CodeEntry {
  code: string;
  severity: Uppercase<Severity>;
  /** The text of the row. */
  message: string;
}

/** Returns the row of a code, `found` and `entry` in the form of the reference; not found: null with CLI-004. */
export function getCode({ code }: { code: string }): {
  found: boolean;
  entry: CodeEntry | null;
  row: CodeRow | null;
  errors: string[];
} {
  if (!isErrorCode(code)) return { found: false, entry: null, row: null, errors: unknownCode(code) };
  const row = rowOf(code);
  const severity = row.severity.toUpperCase() as Uppercase<Severity>;
  return { found: true, entry: { code, severity, message: row.text }, row, errors: [] };
}

/**
 * Inserts values into the text of a code; a placeholder without a value stays as `{name}`.
 *
 * @returns the text without the code, or null with CLI-004
 */
export function formatMessage({
  code,
  context = {},
}: {
  code: string;
  context?: Readonly<Record<string, string | number>>;
}): { message: string | null; errors: string[] } {
  if (!isErrorCode(code)) return { message: null, errors: unknownCode(code) };
  const found = problem(code, undefined, { suggestion: '', ...context });
  return { message: describeProblem(found).message, errors: [] };
}

/** Codes, sorted, and their rows. */
export interface CodeList {
  codes: string[];
  rows: CodeRow[];
  errors: string[];
}

/** Lists all codes that begin with a prefix such as `GRD` or `GRD-`; GRD-002 if there are none. */
export function listByPrefix({ prefix }: { prefix: string }): CodeList {
  return listed(
    rows().filter(({ code }) => code.startsWith(prefix)),
    ['prefix', 'the beginning of a code', prefix],
  );
}

/** Lists all codes with a given severity: error, warning or info, in either case; GRD-002 for any other word. */
export function listBySeverity({ severity }: { severity: Severity | Uppercase<Severity> }): CodeList {
  return listed(
    rows().filter((row) => row.severity === severity.toLowerCase()),
    ['severity', `one of ${SEVERITIES.join(', ')}`, severity],
  );
}

function listed(found: CodeRow[], [field, expected, given]: readonly [string, string, string]): CodeList {
  const args = { expected, found: JSON.stringify(given) };
  const problems = found.length > 0 ? [] : [problem('GRD-002', { path: `/${field}` }, args)];
  return { codes: found.map(({ code }) => code), rows: found, errors: errorTexts(problems) };
}

/**
 * Whether a string has the form of a code: two to five capital letters, an optional `-`, three digits. The
 * code need not exist.
 */
export function validateCodeFormat({ code }: { code: string }): { valid: boolean; errors: string[] } {
  if (/^[A-Z]{2,5}-?\d{3}$/.test(code)) return { valid: true, errors: [] };
  const args = { expected: 'a code such as GRD-001', found: JSON.stringify(code) };
  return { valid: false, errors: errorTexts([problem('GRD-002', { path: '/code' }, args)]) };
}

function rows(): CodeRow[] {
  return Object.keys(errorCodes).filter(isErrorCode).sort().map(rowOf);
}

function rowOf(code: keyof typeof errorCodes): CodeRow {
  const { severity, text, hint }: ErrorCodeRow = errorCodes[code];
  return { code, severity, text, hint };
}

function unknownCode(code: string): string[] {
  return errorTexts([problem('CLI-004', undefined, { code })]);
}
