import type { Row } from './measure/measure-all.js';
import type { Target } from './operations/operation.js';

/** Rows as lines of at most 100 columns. */

const COLUMNS = ['operation', 'size', 'time', 'floor', 'ratio', 'spread', 'wall', 'MB', 'growth', 'target'];
const WIDTHS = [27, 9, 7, 7, 5, 9, 5, 4, 6, 10];

export function tableHead(): string {
  return lineOf(COLUMNS);
}

/** @param rows all rows so far; growth is relative to the next smaller size */
export function tableLine(row: Row, rows: readonly Row[]): string {
  return lineOf(cellsOf(row, rows));
}

/** The rows as a Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = COLUMNS.map((_, at) => (at === 0 ? '---' : '--:'));
  return [COLUMNS, rule, ...rows.map((row) => cellsOf(row, rows))].map(line).join('\n');
}

function cellsOf(row: Row, rows: readonly Row[]): string[] {
  const { title, size, measured, targets } = row;
  const [least, most] = measured.cpuSpread;
  const growth = growthOf(row, rows);
  return [
    title,
    size?.name ?? '',
    secondsOf(measured.cpuMs),
    secondsOf(measured.floorCpuMs),
    measured.cpuRatio.toFixed(2),
    `${least.toFixed(2)}–${most.toFixed(2)}`,
    measured.wallRatio.toFixed(2),
    measured.megabytes.toFixed(0),
    growth === null ? '' : growth.toFixed(2),
    targets.map((target) => describeTarget(target, row)).join(', '),
  ];
}

/** Ratio of times divided by ratio of sizes: 1 is linear. null at the smallest size. */
function growthOf({ id, size, measured }: Row, rows: readonly Row[]): number | null {
  const factor = size?.factor ?? null;
  if (factor === null) return null;
  const [smaller] = rows
    .flatMap((row) => (row.id === id && row.size?.factor ? [{ factor: row.size.factor, row }] : []))
    .filter((other) => other.factor < factor)
    .sort((a, b) => b.factor - a.factor);
  if (!smaller) return null;
  return measured.cpuMs / smaller.row.measured.cpuMs / (factor / smaller.factor);
}

/** Whether a row meets its target. Seconds are processor time. */
export function isMet({ what, most }: Target, { measured }: Row): boolean {
  return measuredBy(what, measured) <= most;
}

function measuredBy(
  what: Target['what'],
  { cpuRatio, wallRatio, cpuMs, megabytes }: Row['measured'],
): number {
  if (what === 'ratio') return cpuRatio;
  if (what === 'clock') return wallRatio;
  return what === 'seconds' ? cpuMs / 1000 : megabytes;
}

function describeTarget(target: Target, row: Row): string {
  const unit = { ratio: '', clock: '', seconds: ' s', megabytes: ' MB' }[target.what];
  return `${isMet(target, row) ? '≤' : 'MISS'} ${target.most}${unit}`;
}

function secondsOf(ms: number): string {
  const seconds = ms / 1000;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

function lineOf(cells: readonly string[]): string {
  return cells
    .map((cell, at) =>
      at === 0 || at === cells.length - 1 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0),
    )
    .join(' ')
    .trimEnd();
}
