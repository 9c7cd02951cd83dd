import { InvalidArgumentError } from 'commander';

const EVALUATOR = '--evaluator-command';
const SERVER = '--stdio';
/** Commands that can start a server. */
const STARTING = new Set(['lint', 'trial']);

/**
 * Joins everything after --evaluator-command into one word. All of it belongs to the evaluator, even words
 * that look like our options, so the command-line parser must not see it.
 *
 * @param words the words after `flowmcp`
 * @returns the words before the option, then `--evaluator-command=‹JSON list›`; if the option is not given,
 * a copy of `words`
 */
export function joinEvaluatorWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const at = words.findIndex((word) => word === EVALUATOR || word.startsWith(`${EVALUATOR}=`));
  if (at < 0 || (end >= 0 && end < at)) return [...words];
  const word = words[at] ?? '';
  const program = word === EVALUATOR ? [] : [word.slice(EVALUATOR.length + 1)];
  const command = [...program, ...words.slice(at + 1)];
  // If the program is missing, the parser reports that.
  return [
    ...words.slice(0, at),
    command.length === 0 ? EVALUATOR : `${EVALUATOR}=${JSON.stringify(command)}`,
  ];
}

/** Splits the word that {@link joinEvaluatorWords} made. */
export function parseEvaluatorWords(text: string): string[] {
  return JSON.parse(text) as string[];
}

/**
 * Joins everything after `--` into one word if a server is to be started. All of it belongs to the server,
 * even words that look like our options, so the command-line parser must not see it.
 *
 * @param words the words after `flowmcp`
 * @returns the words before `--`, then `--stdio=‹JSON list›`; if no server is to be started, a copy of `words`
 */
export function joinStdioWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const before = words.slice(0, end);
  if (!STARTING.has(words[0] ?? '') || end < 0 || !before.includes(SERVER)) return [...words];
  const command = JSON.stringify(words.slice(end + 1));
  return [...before.filter((word) => word !== SERVER), `${SERVER}=${command}`];
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
