import type { Severity } from '../problems/problem.js';
import { oneLine } from './quoted-text.js';

/** Most characters a comment may have on GitHub; GitLab takes more. */
export const LONGEST_COMMENT = 65_536;

/** A severity that is seen in a table. */
export const SEVERITY_MARKS: Record<Severity, string> = {
  error: '❌ error',
  warning: '⚠️ warning',
  info: 'ℹ️ info',
};

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

interface FoldedTable {
  readonly columns: readonly { readonly title: string; readonly right?: boolean }[];
  /** What the rows are, in the plural. */
  readonly noun: string;
  /** Characters that the table may take. */
  readonly room: number;
  /** Rows that are seen at once. */
  readonly open?: number;
  /** Rows that were not even handed in. */
  readonly missing?: number;
}

/** With so many rows a comment is one screen. */
const OPEN_ROWS = 15;
/** Kept free for what stands around rows. */
const AROUND_ROWS = 500;

/** The first rows open, the others collapsed, and those that a comment has no room for as a number. */
export function foldRows<Item>(
  items: readonly Item[],
  draw: (item: Item) => readonly string[],
  { columns, noun, room, open = OPEN_ROWS, missing = 0 }: FoldedTable,
): string {
  const rows = drawFitting(items, draw, room - AROUND_ROWS);
  const folded = rows.slice(open);
  const left = items.length - rows.length + missing;
  return [
    markdownTable(columns, rows.slice(0, open)),
    ...(folded.length > 0
      ? [collapsed(`${folded.length} more ${noun}`, markdownTable(columns, folded))]
      : []),
    ...(left > 0 ? [`${left} more ${noun} that this comment has no room for.`] : []),
  ].join('\n\n');
}

function drawFitting<Item>(
  items: readonly Item[],
  draw: (item: Item) => readonly string[],
  room: number,
): (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let used = 0;
  for (const item of items) {
    const row = draw(item);
    used += row.reduce((sum, cell) => sum + cell.length + ' | '.length, 2);
    if (used > room) return rows;
    rows.push(row);
  }
  return rows;
}

/** Whole lines only: half an escape would be none. */
export function cutLines(text: string, room: number): string {
  if (text.length <= room) return text;
  return text.slice(0, text.lastIndexOf('\n', room)).trimEnd();
}
