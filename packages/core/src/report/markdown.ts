import { oneLine } from '../engine/prompts/quoted-text.js';

/** Most characters a comment may have on GitHub; GitLab takes more. */
export const LONGEST_COMMENT = 65_536;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A text of others in the middle of a line of Markdown: no emphasis, code, link, image, table cell or HTML comes of
 * it, and nobody is mentioned. An invisible space takes the sense from what a host would link by itself – @name, #12,
 * GH-12, www. and :// – for it does so with escaped signs too.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[\\`*_[\]{}()|~$^!]/g, '\\$&')
    .replace(/@|#(?=\d)|GH(?=-\d)|www(?=\.)|:(?=\/\/)/gi, '$&&#8203;');
}

/** A name of others as code; escaped text where code could not hold it. Nothing inside code is linked. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  return line.trim() === '' || /[`|\\]/.test(line) ? escapeMarkdown(line) : `\`${line}\``;
}

/** A table; its cells are Markdown already. */
export function markdownTable(
  columns: readonly { readonly title: string; readonly right?: boolean }[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ right }) => (right ? '--:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** Markdown that is seen when asked for. The summary is text of ours. */
export function collapsed(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
