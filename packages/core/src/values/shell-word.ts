/**
 * Quotes a text as one word of a POSIX shell: the commands we propose contain paths, and names that strangers
 * chose.
 */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
