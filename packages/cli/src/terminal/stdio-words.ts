import { InvalidArgumentError } from 'commander';

const FLAG = '--stdio';

/**
 * Makes one word of everything that follows `--` where a server is to be started: all of it belongs to the server, also
 * what looks like an option of ours, and the parser of the command line must not see it.
 *
 * @param words the words after `flowmcp`
 * @returns the words before it and, last, `--stdio=‹JSON list›`; the same words where no server is to be started
 */
export function joinStdioWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const before = words.slice(0, end);
  if (words[0] !== 'lint' || end < 0 || !before.includes(FLAG)) return [...words];
  const command = JSON.stringify(words.slice(end + 1));
  return [...before.filter((word) => word !== FLAG), `${FLAG}=${command}`];
}

/** What {@link joinStdioWords} has made one word of. */
export function parseStdioWords(text: string): readonly [string, ...string[]] {
  if (!text.startsWith('[')) {
    throw new InvalidArgumentError('-- was expected before the program: --stdio -- node server.mjs.');
  }
  const [program, ...args] = JSON.parse(text) as string[];
  if (!program) throw new InvalidArgumentError('a program was expected after --.');
  return [program, ...args];
}
