import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';
import colours from 'picocolors';

const SPACE = 2;
/** Text in which every character is one terminal column wide. */
const NARROW = /^[ -~À-ÿ–…→≤✓]*$/;

/** A layout without borders, because plain columns fit in 80 characters and survive a pipe. */
const PLAIN = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: ' '.repeat(SPACE),
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

type Paint = (text: string, column: number) => string;

interface Layout {
  readonly widths: readonly number[];
  /** Header and rows. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly paint: Paint }[];
}

/**
 * Columns are as wide as their contents. If the table would exceed the width, the first column wraps: its
 * text continues on the next line instead of being cut, so that a name can still be copied.
 *
 * @param width maximum length of a line, in characters
 * @param paint colours a cell without changing its width
 */
export function renderTable({
  head,
  rows,
  width,
  paint,
}: {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  width: number;
  paint: Paint;
}): string {
  const all = [head, ...rows];
  const wanted = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const [first = 0, ...others] = wanted;
  const left = width - others.reduce((sum, one) => sum + one + SPACE, 0);
  const layout: Layout = {
    widths: [Math.max(1, Math.min(first, left)), ...others],
    rows: [{ cells: head, paint: (text) => colours.bold(text) }, ...rows.map((cells) => ({ cells, paint }))],
  };
  const isNarrow = all.every((row) => row.every((text) => NARROW.test(text)));
  // Removes the padding of the last column.
  return (isNarrow ? layOut(layout) : layOutWide(layout)).replace(/ +$/gm, '');
}

function layOut({ widths, rows }: Layout): string {
  const lines = rows.flatMap(({ cells, paint }) => {
    const [first = '', ...others] = cells;
    const [firstWidth = 1, ...otherWidths] = widths;
    return wrapAnywhere(first, firstWidth).map((part, at) => {
      const padded = otherWidths.map((columns, column) =>
        at === 0 ? fill(others[column] ?? '', column + 1, columns, paint) : ' '.repeat(columns),
      );
      return [fill(part, 0, firstWidth, paint), ...padded].join(' '.repeat(SPACE));
    });
  });
  return lines.join('\n');
}

function fill(text: string, column: number, columns: number, paint: Paint): string {
  return paint(text, column) + ' '.repeat(columns - text.length);
}

/**
 * A character may take up two terminal columns or none, so a library measures the text. The library is slow and
 * rarely needed, so it is loaded on demand.
 */
function layOutWide({ widths, rows }: Layout): string {
  const Table = createRequire(import.meta.url)('cli-table3') as typeof CliTable;
  const table = new Table({ ...PLAIN, colWidths: [...widths] });
  for (const { cells, paint } of rows) {
    // The library ignores colours when it wraps, and would cut a cell inside a colour code.
    const [first = '', ...others] = cells;
    const parts = wrapAnywhere(first, widths[0] ?? 1).map((part) => paint(part, 0));
    table.push([parts.join('\n'), ...others.map((text, at) => paint(text, at + 1))]);
  }
  return table.toString();
}

/** Splits text into lines at any point, but never within a character: names have no spaces to wrap at. */
function wrapAnywhere(text: string, width: number): string[] {
  const lines = [''];
  for (const character of text) {
    const line = lines.pop() ?? '';
    if (line === '' || line.length + character.length <= width) lines.push(line + character);
    else lines.push(line, character);
  }
  return lines;
}
