import { InvalidArgumentError } from 'commander';

const FLAG = '--stdio';

/**
 * Joins everything after `--` into one word if a server is to be started. All of it belongs to the server,
 * even words that look like our options, so the command-line parser must not see it.
 *
 * @param words the words after `flowmcp`
 * @returns the words before it and, last, `--stdio=‹JSON list›`; the same words if no server is to be started
 */
export function joinStdioWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const before = words.slice(0, end);
  if (words[0] !== 'lint' || end < 0 || !before.includes(FLAG)) return [...words];
  const command = JSON.stringify(words.slice(end + 1));
  return [...before.filter((word) => word !== FLAG), `${FLAG}=${command}`];
}

/** Splits the word that {@link joinStdioWords} made. */
export function parseStdioWords(text: string): readonly [string, ...string[]] {
  if (!text.startsWith('[')) {
    throw new InvalidArgumentError('-- was expected before the program: --stdio -- node server.mjs.');
  }
  const [program, ...args] = JSON.parse(text) as string[];
  if (!program) throw new InvalidArgumentError('a program was expected after --.');
  return [program, ...args];
}
