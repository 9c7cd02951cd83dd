/** `1 schema`, `2 schemas`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** A blank line, a title and indented lines; empty if there are no lines. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [];
}

/** On a terminal, its width; in a pipe a row is one line, however long. */
export function terminalWidth({ columns }: Pick<NodeJS.WriteStream, 'columns'> = process.stdout): number {
  return columns || Number.POSITIVE_INFINITY;
}

/**
 * Wraps text between words so that no line is longer than `width`; a word that is longer gets a line of its
 * own.
 *
 * @param indent spaces before each line except the first
 */
export function wrap(text: string, width: number, indent: number): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (longer.length + indent <= width || last === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** Splits off the folder that all paths share, so that it is shown once; empty if they share none. */
export function splitFolder(paths: readonly string[]): { folder: string; names: readonly string[] } {
  const [first = '', ...others] = paths;
  const parts = first.split('/').slice(0, -1);
  const isShared = (depth: number) =>
    others.every((path) => path.startsWith(`${parts.slice(0, depth).join('/')}/`));
  // Addresses are shown in full: what they share is no folder.
  const depth =
    others.length === 0 || first.includes('://') ? 0 : parts.findLastIndex((_, at) => isShared(at + 1)) + 1;
  const folder = parts.slice(0, depth).join('/');
  return depth === 0 || folder === ''
    ? { folder: '', names: paths }
    : { folder, names: paths.map((path) => path.slice(folder.length + 1)) };
}
