import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';
import colours from 'picocolors';

const SPACE = 2;
/** Each of these takes one column. */
const NARROW = /^[ -~À-ÿ–…→≤✓]*$/;

/** No frame: columns alone fit 80 characters and survive a pipe. */
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
  /** Head and rows. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly paint: Paint }[];
}

/**
 * Columns as wide as what they hold. Where that is too much, the first one gives way: its texts go on in the next
 * line, whole, so that a name can still be copied.
 *
 * @param width longest line, in characters
 * @param paint colours a cell; the width of the cell stays
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
  // A table pads its last column; nobody needs the blanks.
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

/** Where characters may be wider than one column, or none at all, a library counts; it is slow, and mostly not needed. */
function layOutWide({ widths, rows }: Layout): string {
  const Table = createRequire(import.meta.url)('cli-table3') as typeof CliTable;
  const table = new Table({ ...PLAIN, colWidths: [...widths] });
  for (const { cells, paint } of rows) {
    // Wrapped here: the library wraps without regard to colours, and would cut a painted cell in its codes.
    const [first = '', ...others] = cells;
    const parts = wrapAnywhere(first, widths[0] ?? 1).map((part) => paint(part, 0));
    table.push([parts.join('\n'), ...others.map((text, at) => paint(text, at + 1))]);
  }
  return table.toString();
}

/** Lines of a text that has no place to break at; no character is split. */
function wrapAnywhere(text: string, width: number): string[] {
  const lines = [''];
  for (const character of text) {
    const line = lines.pop() ?? '';
    if (line === '' || line.length + character.length <= width) lines.push(line + character);
    else lines.push(line, character);
  }
  return lines;
}
