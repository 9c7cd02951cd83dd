import { gateGrades } from '@flowmcp/grading-core/commands';
import type { GateFlags } from '../commands/grading-gate.js';
import { barOf } from '../gate-options.js';
import { printResult, printTalk } from '../output.js';
import { renderGate } from '../render/gate.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

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
