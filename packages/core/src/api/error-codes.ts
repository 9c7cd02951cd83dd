import type { ErrorCodeRow } from '../problems/error-code.js';
import { describeProblem, errorCodes, isErrorCode, problem } from '../problems/error-codes.js';
import type { Severity } from '../problems/problem.js';
import { errorTexts } from './error-texts.js';

/** Every code this package can tell, with its words. */

/** A code with its row of the table. */
export interface CodeRow {
  code: string;
  severity: Severity;
  /** What is wrong; `{name}` stands for a value. */
  text: string;
  /** What to do about it. */
  hint: string;
}

/** The row of a code, or null with CLI-004. */
export function getCode({ code }: { code: string }): { row: CodeRow | null; errors: string[] } {
  if (!isErrorCode(code)) return { row: null, errors: unknownCode(code) };
  return { row: rowOf(code), errors: [] };
}

/**
 * The text of a code with its values filled in; a value that is not given stays a `{name}`.
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

/** All codes that begin with a prefix such as `GRD` or `GRD-`, sorted. */
export function listByPrefix({ prefix }: { prefix: string }): { codes: CodeRow[] } {
  return { codes: rows().filter(({ code }) => code.startsWith(prefix)) };
}

/** All codes of a severity, sorted. */
export function listBySeverity({ severity }: { severity: Severity }): { codes: CodeRow[] } {
  return { codes: rows().filter((row) => row.severity === severity) };
}

/** Has the text the form of a code: two to five capitals, an optional `-`, three digits? It need not exist. */
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
