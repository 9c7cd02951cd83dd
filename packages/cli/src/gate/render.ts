import type { GatedTarget } from '@flowmcp/grading-core/features/gate/run';
import colours from 'picocolors';
import { counted } from '../terminal/count.js';
import { renderTable } from '../terminal/table.js';

/** Lists which targets pass, one line each; problems explain why one fails. */
export function renderGate(results: readonly GatedTarget[]): string {
  const bars = new Set(results.map(({ minGrade }) => minGrade));
  const rows = results.map(({ target, passes, minGrade, nodes, failed, accepted }) => [
    target,
    passes ? 'pass' : 'fail',
    // With a single bar for all, repeating it would add nothing.
    ...(bars.size > 1 ? [minGrade ?? '-'] : []),
    String(nodes),
    String(failed),
    String(accepted),
  ]);
  const failing = results.filter(({ passes }) => !passes).length;
  const head = ['target', 'gate', ...(bars.size > 1 ? ['bar'] : []), 'nodes', 'failed', 'accepted'];
  const sum =
    failing === 0
      ? `${counted(results.length, 'target')}: all pass`
      : `${failing} of ${counted(results.length, 'target')} ${failing === 1 ? 'fails' : 'fail'}`;
  return `${renderTable({ head, rows, width: 80, paint: paintCell })}\n\n${sum}`;
}

function paintCell(text: string, column: number): string {
  if (column !== 1) return text;
  return text === 'pass' ? colours.green(text) : colours.red(text);
}
