import { problem } from '@flowmcp/grading-core/commands';
import { printJson, printTalk } from './output.js';
import { formatProblem } from './problems.js';

/**
 * Reports a bug of the program, as opposed to a mistake of its user: with its stack, and as one JSON document
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
