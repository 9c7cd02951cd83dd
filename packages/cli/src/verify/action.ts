import { keyFileOf, shownPath, type VerifiedTarget } from '@flowmcp/grading-core/commands';
import { verifyTargets } from '@flowmcp/grading-core/features/verify/run';
import colours from 'picocolors';
import type { ShardFlags, TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { counted, section, terminalWidth } from '../terminal/layout.js';
import { printProblems, printResult } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { renderTable } from '../terminal/table.js';

export interface VerifyFlags extends TargetFlags, ShardFlags {
  readonly strict?: boolean;
  readonly repair?: boolean;
  readonly withKeys?: boolean;
}

/** `flowmcp grading verify`. */
export function verifyIsland(targets: readonly string[], flags: VerifyFlags) {
  const { strict, repair, shard, withKeys = false } = flags;
  return runAction({
    json: flags.json,
    run: () => {
      const named = targetsOf(targets, flags, 'grading verify');
      const { island, config, home } = openWorkplace(flags);
      const path = keyFileOf(config, home);
      const keys = withKeys ? { path, shownAs: shownPath(path, home) } : null;
      return withProgress((onProgress) =>
        verifyTargets({ island, ...named, strict, repair, shard, keys, onProgress }),
      );
    },
    show: ({ results }) => {
      if (results.length > 0) printResult(renderVerify(results));
      printProblems(results.flatMap((found) => found.warnings));
    },
  });
}

/** Counts the checks of each step, for all targets together; the problems say what was found. */
function renderVerify(results: readonly VerifiedTarget[]): string {
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
    renderTable({ head, rows, width: terminalWidth(), paint: paintCell }),
    ...section('repaired', repaired),
    '',
    describeSum(results),
  ].join('\n');
}

function describeRepair(part: VerifiedTarget['repaired'][number]): string {
  if (part.kind === 'moved') return `${part.file} moved to ${part.to}`;
  return `${part.file} ${WORDS[part.kind]}`;
}

const WORDS = { derived: 'rewritten', mended: 'completed', released: 'released' } as const;

/** Name under which results list the files outside the targets. */
const BESIDE = '.';

function describeSum(results: readonly VerifiedTarget[]): string {
  const isDamaged = ({ steps }: VerifiedTarget) => steps.some(({ damaged }) => damaged > 0);
  const targets = results.filter(({ target }) => target !== BESIDE);
  const beside = targets.length < results.length ? ' and the other files of the island' : '';
  const all = `${counted(targets.length, 'target')}${beside}`;
  const damaged = results.filter(isDamaged).map(({ target }) => (target === BESIDE ? 'the rest' : target));
  return damaged.length === 0 ? `${all}: no damage` : `damaged: ${damaged.join(', ')} (of ${all})`;
}

function paintCell(text: string, column: number): string {
  if (text === '0' || column < 2) return text;
  return column === 2 ? colours.red(text) : colours.yellow(text);
}
