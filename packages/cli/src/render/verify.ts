import type { VerifiedTarget } from '@flowmcp/grading-core/commands';
import colours from 'picocolors';
import { counted } from './count.js';
import { section } from './section.js';
import { renderTable } from './table.js';

/** What was looked at, step by step over all targets; what was found is told by its problems. */
export function renderVerify(results: readonly VerifiedTarget[]): string {
  const [first] = results;
  const rows = (first?.steps ?? []).map(({ step }) => [
    step,
    ...(['checked', 'damaged', 'warned'] as const).map((count) =>
      String(
        results.reduce((sum, { steps }) => sum + (steps.find((one) => one.step === step)?.[count] ?? 0), 0),
      ),
    ),
  ]);
  const head = ['step', 'checked', 'damaged', 'warned'];
  const repaired = results.flatMap((found) => found.repaired).map(describeRepair);
  return [
    renderTable({ head, rows, width: 80, paint: paintCell }),
    ...section('repaired', repaired),
    '',
    describeSum(results),
  ].join('\n');
}

function describeRepair(part: VerifiedTarget['repaired'][number]): string {
  if (part.kind === 'moved') return `${part.file} moved to ${part.to}`;
  return part.kind === 'derived' ? `${part.file} written anew` : `${part.file} let go of`;
}

function describeSum(results: readonly VerifiedTarget[]): string {
  const isDamaged = ({ steps }: VerifiedTarget) => steps.some(({ damaged }) => damaged > 0);
  const damaged = results.filter(isDamaged).map(({ target }) => target);
  if (damaged.length === 0) return `${counted(results.length, 'target')}: whole`;
  return `damaged: ${damaged.join(', ')} (of ${counted(results.length, 'target')})`;
}

function paintCell(text: string, column: number): string {
  if (text === '0' || column < 2) return text;
  return column === 2 ? colours.red(text) : colours.yellow(text);
}
