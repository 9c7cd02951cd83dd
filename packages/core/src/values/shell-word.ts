/** A text as one word of a POSIX shell: commands that are proposed hold paths, and names that strangers gave. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
