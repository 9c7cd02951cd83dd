/**
 * Breaks a text between words so that no line is longer than `width`; a longer word gets its own line.
 *
 * @param indent blanks before each line except the first
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
