import { sayTrial } from '@flowmcp/grading-core/commands';
import { type GatedTarget, gateGrades } from '@flowmcp/grading-core/features/gate/run';
import colours from 'picocolors';
import { type BarFlags, barOf } from '../options/gate-options.js';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { counted, section, terminalWidth } from '../terminal/layout.js';
import { printProblems, printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { renderTable } from '../terminal/table.js';

export interface GateFlags extends TargetFlags, BarFlags {
  readonly updateBaseline?: boolean;
  readonly expires?: string;
  readonly minSuccess?: number;
  readonly strict?: boolean;
}

/** `flowmcp grading gate`. */
export function gateTargets(targets: readonly string[], flags: GateFlags) {
  const { updateBaseline, expires, minSuccess, strict } = flags;
  return runAction({
    json: flags.json,
    run: () =>
      gateGrades({
        island: openWorkplace(flags).island,
        ...targetsOf(targets, flags, 'grading gate'),
        ...barOf(flags),
        updateBaseline,
        expires,
        minSuccess,
        strict,
      }),
    show: ({ results }) => {
      if (results.length > 0) printResult(renderGate(results));
      printProblems(results.flatMap((found) => found.warnings));
    },
  });
}

/** Lists which targets pass, one line each; the problems explain why a target fails. */
function renderGate(results: readonly GatedTarget[]): string {
  const bars = new Set(results.map(({ minGrade }) => minGrade));
  const rows = results.map(({ target, passes, minGrade, nodes, failed, accepted }) => [
    target,
    passes ? 'pass' : 'fail',
    // If all targets need the same grade, repeating it on every line would add nothing.
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
  const trials = results.flatMap(({ target, trials: own = [] }) =>
    own.map((trial) => `${target}: ${sayTrial(trial)}`),
  );
  const table = renderTable({ head, rows, width: terminalWidth(), paint: paintCell });
  return [table, ...section('trials:', trials), '', sum].join('\n');
}

function paintCell(text: string, column: number): string {
  if (column !== 1) return text;
  return text === 'pass' ? colours.green(text) : colours.red(text);
}
