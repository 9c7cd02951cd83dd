import { describeProblem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';

/** Problems as the public functions tell them: "CODE: place: what is wrong". */
export function errorTexts(problems: readonly Problem[]): string[] {
  return problems.map((found) => {
    const { file, path, line } = found.where ?? {};
    const place = [file && line ? `${file}:${line}` : file, path].filter(Boolean).join(' ');
    return [found.code, ...(place ? [place] : []), describeProblem(found).message].join(': ');
  });
}

/** The text of what ended a command; anything else is a bug and goes on being thrown. */
export function thrownTexts(error: unknown): string[] {
  if (error instanceof GradingError) return errorTexts([error.problem]);
  throw error;
}
