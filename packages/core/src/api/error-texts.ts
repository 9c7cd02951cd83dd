import { describeProblem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';

/** Problems in the form that public functions return: "CODE: place: what is wrong". */
export function errorTexts(problems: readonly Problem[]): string[] {
  return problems.map((found) => {
    const { file, path, line } = found.where ?? {};
    const place = [file && line ? `${file}:${line}` : file, path].filter(Boolean).join(' ');
    return [found.code, ...(place ? [place] : []), describeProblem(found).message].join(': ');
  });
}

/** Texts of the error that ended a command; any other error is a bug and is rethrown. */
export function thrownTexts(error: unknown): string[] {
  if (error instanceof GradingError) return errorTexts([error.problem]);
  throw error;
}
