/** A blank line, a title and indented lines; empty if there are no lines. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [];
}
