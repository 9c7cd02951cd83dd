const FLAG = '--evaluator-command';

/**
 * Makes one word of everything that follows --evaluator-command: all of it belongs to the evaluator, also what looks
 * like an option of ours, and the parser of the command line must not see it.
 *
 * @param words the words after `flowmcp`
 * @returns the words before it and, last, `--evaluator-command=‹JSON list›`; the same words where it is not given
 */
export function joinEvaluatorWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const at = words.findIndex((word) => word === FLAG || word.startsWith(`${FLAG}=`));
  if (at < 0 || (end >= 0 && end < at)) return [...words];
  const word = words[at] ?? '';
  const program = word === FLAG ? [] : [word.slice(FLAG.length + 1)];
  const command = [...program, ...words.slice(at + 1)];
  // Without a program the parser says what is missing.
  return [...words.slice(0, at), command.length === 0 ? FLAG : `${FLAG}=${JSON.stringify(command)}`];
}

/** What {@link joinEvaluatorWords} has made one word of. */
export function parseEvaluatorWords(text: string): string[] {
  return JSON.parse(text) as string[];
}
