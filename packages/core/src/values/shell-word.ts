/**
 * Quotes a string as one word for a POSIX shell: the commands we propose contain paths and names chosen by
 * strangers.
 */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
