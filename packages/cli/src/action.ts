import { exitCodeOf, GradingError, type Problem } from '@flowmcp/grading-core';
import { formatProblem, printJson, printTalk } from './output.js';

/** What every use case returns: it went well, or a list of problems says why not. */
export interface Outcome {
  readonly status: boolean;
  readonly errors: readonly Problem[];
}

export interface ActionOptions<T extends Outcome> {
  readonly json: boolean;
  readonly finish: (code: number) => void;
  readonly run: () => Promise<T> | T;
  /** Shows the result to a person: on stdout, or on stderr what goes beside it. */
  readonly show: (result: T) => Promise<void> | void;
  /** Exit code of a result; by default what its errors stand for. */
  readonly exitCode?: (result: T) => number;
}

/** The one place where results become output and exit codes, and errors become messages. */
export async function runAction<T extends Outcome>(options: ActionOptions<T>): Promise<void> {
  const { json, finish, run, show, exitCode = ({ errors }) => exitCodeOf(errors) } = options;
  try {
    const result = await run();
    if (json) printJson(result);
    else {
      await show(result);
      for (const found of result.errors) printTalk(formatProblem(found));
    }
    finish(exitCode(result));
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    if (json) printJson({ status: false, errors: [error.problem] });
    else printTalk(formatProblem(error.problem));
    finish(2);
  }
}
