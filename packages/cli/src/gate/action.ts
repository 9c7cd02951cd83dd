import { gateGrades } from '@flowmcp/grading-core/features/gate/run';
import type { BarFlags } from '../options/gate-options.js';
import { barOf } from '../options/gate-options.js';
import type { TargetFlags } from '../options/island-option.js';
import { openWorkplace, targetsOf } from '../run/workplace.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { runAction } from '../terminal/run-action.js';
import { renderGate } from './render.js';

export interface GateFlags extends TargetFlags, BarFlags {
  readonly updateBaseline?: boolean;
  readonly expires?: string;
}

/** `flowmcp grading gate`. */
export function gateTargets(targets: readonly string[], flags: GateFlags) {
  const { updateBaseline, expires } = flags;
  return runAction({
    json: flags.json,
    run: () =>
      gateGrades({
        island: openWorkplace(flags).island,
        ...targetsOf(targets, flags, 'grading gate'),
        ...barOf(flags),
        updateBaseline,
        expires,
      }),
    show: ({ results }) => {
      if (results.length > 0) printResult(renderGate(results));
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}
