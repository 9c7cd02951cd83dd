import Table from 'cli-table3';
import colours from 'picocolors';

const SPACE = 2;

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
  paint: (text: string, column: number) => string;
}): string {
  const wanted = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const [first = 0, ...others] = wanted;
  const left = width - others.reduce((sum, one) => sum + one + SPACE, 0);
  const table = new Table({
    ...PLAIN,
    colWidths: [Math.min(first, left), ...others],
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  table.push(head.map((text) => colours.bold(text)));
  for (const row of rows) table.push(row.map(paint));
  // A table pads its last column; nobody needs the blanks.
  return table.toString().replace(/ +$/gm, '');
}
