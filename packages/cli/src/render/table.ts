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
  const firstWidth = Math.max(1, Math.min(first, left));
  const table = new Table({ ...PLAIN, colWidths: [firstWidth, ...others] });
  // Wrapped here: the library wraps without regard to colours, and would cut a painted cell in its codes.
  const push = (row: readonly string[], paintCell: (text: string, column: number) => string) =>
    table.push(
      row.map((text, at) =>
        at === 0 ? wrapAnywhere(text, firstWidth, (part) => paintCell(part, at)) : paintCell(text, at),
      ),
    );
  push(head, (text) => colours.bold(text));
  for (const row of rows) push(row, paint);
  // A table pads its last column; nobody needs the blanks.
  return table.toString().replace(/ +$/gm, '');
}

/** Lines of a text that has no place to break at, each painted on its own; no character is split. */
function wrapAnywhere(text: string, width: number, paint: (text: string) => string): string {
  const lines = [''];
  for (const character of text) {
    const line = lines.pop() ?? '';
    if (line === '' || line.length + character.length <= width) lines.push(line + character);
    else lines.push(line, character);
  }
  return lines.map(paint).join('\n');
}
