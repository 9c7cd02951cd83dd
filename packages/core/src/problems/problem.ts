/** Problems are data; their wording is in the tables of codes. */

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Place of a problem: a file, a path inside a value (`main.tools.ping.path`), and a position in the text. */
export interface Where {
  readonly file?: string;
  /** Dotted path inside a schema module, or a JSON pointer inside a JSON document. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
}

export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly where?: Where;
  /** Values for the placeholders of the code's text. */
  readonly args?: Readonly<Record<string, string | number>>;
}

/** Thrown when a command cannot continue. Any other error is a bug and keeps its stack. */
export class GradingError extends Error {
  override readonly name = 'GradingError';
  readonly problem: Problem;

  constructor(problem: Problem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Problems of a part, with their places in the whole. @param above JSON pointer to the part */
export function placeBelow(above: string, problems: readonly Problem[]): Problem[] {
  return problems.map((found) => ({ ...found, where: { path: `${above}${found.where?.path ?? ''}` } }));
}

/** Each problem once, where it first occurs: many steps fail for the same reason. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((found) => [JSON.stringify(found), found])).values()];
}

/** Errors, and everything else: warnings and notes. */
export function splitProblems<T extends Problem>(
  problems: readonly T[],
): { readonly errors: readonly T[]; readonly warnings: readonly T[] } {
  const isError = ({ severity }: Problem) => severity === 'error';
  return { errors: problems.filter(isError), warnings: problems.filter((found) => !isError(found)) };
}
