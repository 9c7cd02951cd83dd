/** A title with indented lines below it, after a blank line; nothing where there are none. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [];
}
