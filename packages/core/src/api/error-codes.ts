import type { ErrorCodeRow } from '../problems/error-code.js';
import { describeProblem, errorCodes, isErrorCode, problem } from '../problems/error-codes.js';
import type { Severity } from '../problems/problem.js';
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

/** Returns the row of a code, or null with CLI-004. */
export function getCode({ code }: { code: string }): { row: CodeRow | null; errors: string[] } {
  if (!isErrorCode(code)) return { row: null, errors: unknownCode(code) };
  return { row: rowOf(code), errors: [] };
}

/**
 * Inserts values into the text of a code; a placeholder without a value stays as `{name}`.
 *
 * @returns "CODE: text", or null with CLI-004
 */
export function formatMessage({
  code,
  context = {},
}: {
  code: string;
  context?: Readonly<Record<string, string | number>>;
}): { message: string | null; errors: string[] } {
  if (!isErrorCode(code)) return { message: null, errors: unknownCode(code) };
  const { message } = describeProblem(problem(code, undefined, context));
  return { message: `${code}: ${message}`, errors: [] };
}

/** Lists all codes that begin with a prefix such as `GRD` or `GRD-`, sorted. */
export function listByPrefix({ prefix }: { prefix: string }): { codes: CodeRow[] } {
  return { codes: rows().filter(({ code }) => code.startsWith(prefix)) };
}

/** Lists all codes with a given severity, sorted. */
export function listBySeverity({ severity }: { severity: Severity }): { codes: CodeRow[] } {
  return { codes: rows().filter((row) => row.severity === severity) };
}

/**
 * Whether a string has the form of a code: two to five capital letters, an optional `-`, three digits. The
 * code need not exist.
 */
export function validateCodeFormat({ code }: { code: unknown }): { valid: boolean } {
  return { valid: typeof code === 'string' && /^[A-Z]{2,5}-?\d{3}$/.test(code) };
}

function rows(): CodeRow[] {
  return Object.keys(errorCodes).filter(isErrorCode).sort().map(rowOf);
}

function rowOf(code: keyof typeof errorCodes): CodeRow {
  const { severity, text, hint }: ErrorCodeRow = errorCodes[code];
  return { code, severity, text, hint };
}

function unknownCode(code: unknown): string[] {
  return errorTexts([problem('CLI-004', undefined, { code: String(code) })]);
}
