import type { Redactor } from '../../../engine/redact.js';
import type { EvaluatorFailure } from '../../../model/evaluator.js';
import type { Problem } from '../../../model/problem.js';
import { type ErrorCode, problem } from '../../../tables/error-codes.js';
import { showStandardError } from '../../process/standard-error.js';
import { checkPlace, type PlacedCommand } from './check.js';
import type { CommandEnd } from './run-command.js';

/** The system was short of something: that can pass. */
const PASSING = /^(EAGAIN|EMFILE|ENFILE|ENOMEM)$/;

type Failed = Exclude<CommandEnd, { readonly how: 'answered' }>;

/** Why a command gave no answer, in words, without secrets. */
export function describeCommandFailure(
  end: Failed,
  {
    evaluator,
    command,
    timeoutMs,
    limit,
    redactor,
  }: {
    readonly evaluator: string;
    readonly command: PlacedCommand;
    readonly timeoutMs: number;
    /** Bytes that standard output may have. */
    readonly limit: number;
    readonly redactor: Redactor;
  },
): EvaluatorFailure {
  switch (end.how) {
    case 'not-started':
      return { problem: describeStart(end.cause, evaluator, command), retry: PASSING.test(end.cause) };
    case 'called-off':
      return { problem: problem('EVL-016', undefined, { evaluator }), retry: false };
    case 'timed-out':
      return failure('EVL-005', { evaluator, seconds: timeoutMs / 1000 });
    case 'too-long':
      return failure('EVL-008', { evaluator, limit });
    case 'failed':
      return failure('EVL-006', {
        evaluator,
        exitCode: end.exitCode,
        stderr: showStandardError(end.stderr, redactor),
      });
    case 'killed':
      return failure('EVL-007', {
        evaluator,
        signal: end.signal,
        stderr: showStandardError(end.stderr, redactor),
      });
  }
}

function failure(code: ErrorCode, args: NonNullable<Problem['args']>): EvaluatorFailure {
  return { problem: problem(code, undefined, args), retry: true };
}

/** The system has one code for many reasons; most of them can be seen. */
function describeStart(cause: string, evaluator: string, command: PlacedCommand): Problem {
  const [program] = command.argv;
  switch (cause) {
    case 'ENOENT':
      // Where folder and program are there, it is the program that its first line (#!) names.
      return (
        checkPlace(command) ??
        problem('EVL-003', undefined, { program, cause: 'ENOENT, the interpreter in its first line' })
      );
    case 'EACCES':
    case 'ENOEXEC':
      return checkPlace(command) ?? problem('EVL-003', undefined, { program, cause });
    default:
      return problem('EVL-015', undefined, { evaluator, cause });
  }
}
