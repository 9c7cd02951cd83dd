import type { Severity } from '../problems/problem.js';
import { oneLine } from './quoted-text.js';

/** Maximum length of a comment that GitHub accepts; GitLab accepts more. */
export const LONGEST_COMMENT = 65_536;

/** Severities as shown in a table. */
export const SEVERITY_MARKS: Record<Severity, string> = {
  error: '❌ error',
  warning: '⚠️ warning',
  info: 'ℹ️ info',
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes a stranger's text for use in the middle of a line of Markdown, so that it cannot create emphasis,
 * code, links, images, table cells or HTML, or mention anyone. Code hosts also turn @name, #12, GH-12, www.
 * and :// into links, even if those characters are escaped; an invisible space prevents that.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[\\`*_[\]{}()|~$^!]/g, '\\$&')
    .replace(/@|#(?=\d)|GH(?=-\d)|www(?=\.)|:(?=\/\/)/gi, '$&&#8203;');
}

/**
 * Shows a stranger's name as code, because code hosts create no links inside code. A name that cannot be written
 * as code is shown as escaped text.
 */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  return line.trim() === '' || /[`|\\]/.test(line) ? escapeMarkdown(line) : `\`${line}\``;
}

/** A table whose cells are already Markdown. */
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

/** Collapsed Markdown that opens on a click. The summary is one of our own texts. */
export function collapsed(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

interface FoldedTable {
  readonly columns: readonly { readonly title: string; readonly right?: boolean }[];
  /** What the rows are called, in the plural. */
  readonly noun: string;
  /** Maximum length of the table, in characters. */
  readonly room: number;
  /** Number of rows that are visible before a reader opens the rest. */
  readonly open?: number;
  /** Number of further rows that were not passed in. */
  readonly missing?: number;
}

/** Number of rows that fill about one screen. */
const OPEN_ROWS = 15;
/** Number of characters reserved for the text around the rows. */
const AROUND_ROWS = 500;

/** Shows the first rows open and the others collapsed, and counts those that do not fit into a comment. */
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
    ...(left > 0 ? [`${left} more ${noun} do not fit into this comment.`] : []),
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

/** Cuts at line ends only, so that no escape is cut in half. */
export function cutLines(text: string, room: number): string {
  if (text.length <= room) return text;
  return text.slice(0, text.lastIndexOf('\n', room)).trimEnd();
}
