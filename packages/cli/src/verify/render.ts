import type { VerifiedTarget } from '@flowmcp/grading-core/commands';
import colours from 'picocolors';
import { counted } from '../terminal/count.js';
import { section } from '../terminal/section.js';
import { renderTable } from '../terminal/table.js';

/** Lists the checks over all targets, step by step; problems describe what was found. */
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
  return `${part.file} ${WORDS[part.kind]}`;
}

const WORDS = { derived: 'written anew', mended: 'brought to its end', released: 'released' } as const;

/** Stands for files beside the targets, which have no name of their own. */
const BESIDE = '.';

function describeSum(results: readonly VerifiedTarget[]): string {
  const isDamaged = ({ steps }: VerifiedTarget) => steps.some(({ damaged }) => damaged > 0);
  const targets = results.filter(({ target }) => target !== BESIDE);
  const beside = targets.length < results.length ? ' and what lies beside' : '';
  const all = `${counted(targets.length, 'target')}${beside}`;
  const damaged = results.filter(isDamaged).map(({ target }) => (target === BESIDE ? 'the rest' : target));
  return damaged.length === 0 ? `${all}: whole` : `damaged: ${damaged.join(', ')} (of ${all})`;
}

function paintCell(text: string, column: number): string {
  if (text === '0' || column < 2) return text;
  return column === 2 ? colours.red(text) : colours.yellow(text);
}
