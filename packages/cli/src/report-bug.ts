/**
 * Says that the program, and not its user, made a mistake: with its stack, and as the one JSON document where JSON
 * was asked for.
 *
 * @param words the command line; empty once its result is printed, for there is one JSON document only
 * @returns the exit code
 */
export async function reportBug(error: unknown, words: readonly string[]): Promise<2> {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const { problem } = await import('@flowmcp/grading-core');
  const { printJson, printTalk } = await import('./output.js');
  const { formatProblem } = await import('./render/problems.js');
  const reason = error instanceof Error ? error.message : String(error);
  const found = problem('CLI-005', undefined, { reason });
  if (words.includes('--json')) printJson({ status: false, errors: [found] });
  else printTalk(formatProblem(found));
  return 2;
}
