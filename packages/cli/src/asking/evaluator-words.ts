const FLAG = '--evaluator-command';

/**
 * Joins everything after --evaluator-command into one word. All of it belongs to the evaluator, even words
 * that look like our options, so the command-line parser must not see it.
 *
 * @param words the words after `flowmcp`
 * @returns the words before it and, last, `--evaluator-command=‹JSON list›`; the same words if it is not
 * given
 */
export function joinEvaluatorWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const at = words.findIndex((word) => word === FLAG || word.startsWith(`${FLAG}=`));
  if (at < 0 || (end >= 0 && end < at)) return [...words];
  const word = words[at] ?? '';
  const program = word === FLAG ? [] : [word.slice(FLAG.length + 1)];
  const command = [...program, ...words.slice(at + 1)];
  // If the program is missing, the parser reports that.
  return [...words.slice(0, at), command.length === 0 ? FLAG : `${FLAG}=${JSON.stringify(command)}`];
}

/** Splits the word that {@link joinEvaluatorWords} made. */
export function parseEvaluatorWords(text: string): string[] {
  return JSON.parse(text) as string[];
}
