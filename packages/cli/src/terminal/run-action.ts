import { exitCodeOf, GradingError, type Problem, problem } from '@flowmcp/grading-core/commands';
import { printJson, printProblems, printTalk, visible } from './output.js';
import { formatProblem } from './problems.js';
/** Receives the exit code of the command that ran. */
export type Finish = (code: number) => void;

/** What the results of all use cases have in common: success, or the problems that prevented it. */
interface Outcome {
  readonly status: boolean;
  readonly errors: readonly Problem[];
}

interface ActionOptions<T extends Outcome> {
  readonly json: boolean | undefined;
  /** Whether the command has already printed its JSON document, part by part. */
  readonly isPrinted?: () => boolean;
  readonly run: () => Promise<T> | T;
  /**
   * Shows the result to a person: on stdout, with additional messages on stderr.
   *
   * @param asItIs the result with its strings unchanged, needed for those of our own texts that have several lines
   */
  readonly show: (result: T, asItIs: T) => Promise<void> | void;
  /** Errors that `show` has not shown; default: all of them. */
  readonly notShown?: (result: T) => readonly Problem[];
}

/**
 * The one place that turns results into output and exit codes, and errors into messages.
 *
 * @returns the exit code
 */
export async function runAction<T extends Outcome>(options: ActionOptions<T>): Promise<number> {
  const { json = false, isPrinted = () => false, run, show, notShown = ({ errors }) => errors } = options;
  try {
    const result = await run();
    if (json && !isPrinted()) printJson(result);
    if (!json) {
      const shown = visible(result);
      await show(shown, result);
      printProblems(notShown(shown));
    }
    const exitCode = exitCodeOf(result.errors);
    // This is our own bug: a failure without a reason must not pass for success.
    if (!result.status && exitCode === 0) throw new Error('a use case failed without saying why');
    return exitCode;
  } catch (error) {
    if (error instanceof UnusableInput) return failWithAll(error.problems, json);
    if (!(error instanceof GradingError)) throw error;
    return failWith(error.problem, json);
  }
}

/** Thrown if a file named by a flag is unusable, possibly for several reasons. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ code }) => code).join(', '));
    this.problems = problems;
  }
}

/** Reports that a command could not run at all. */
export function failWith(found: Problem, json: boolean): 2 {
  return failWithAll([found], json);
}

function failWithAll(errors: readonly Problem[], json: boolean): 2 {
  if (json) printJson({ status: false, errors });
  else printProblems(errors);
  return 2;
}

/**
 * Reports a bug in the program, as opposed to a mistake by its user: with the stack, and as one JSON document
 * if JSON was requested.
 *
 * @returns the exit code
 */
export function reportBug(error: unknown, json: boolean): 2 {
  const reason = error instanceof Error ? error.message : String(error);
  const found = problem('CLI-005', undefined, { reason });
  printTalk(error instanceof Error ? (error.stack ?? reason) : reason);
  if (json) printJson({ status: false, errors: [found] });
  else printTalk(formatProblem(found));
  return 2;
}
