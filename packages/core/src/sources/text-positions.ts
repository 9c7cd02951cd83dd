import type { Position } from './logic/module-reading.js';

/** Converts offsets into places. The table of line starts is built on first use: most modules never need it. */
export function createPositions(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= findLineStarts(text);
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length);
  return starts;
}

/** How many of the sorted starts are at or before the offset. */
function countUpTo(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
