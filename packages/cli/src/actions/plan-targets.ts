import { planGrading } from '@flowmcp/grading-core/commands';
import type { PlanFlags } from '../commands/grading-plan.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { renderPlan, renderPlanTable } from '../render/plan.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

/** More targets than this are shown one line each. */
const SHOWN_IN_FULL = 3;

/** `flowmcp grading plan`. */
export function planTargets(targets: readonly string[], flags: PlanFlags) {
  const { scope, gradingSystem } = flags;
  return runAction({
    json: flags.json,
    run: () => {
      const { island } = openWorkplace(flags);
      const named = targetsOf(targets, flags, 'grading plan');
      return withProgress((onProgress) =>
        planGrading({ island, ...named, scope, gradingSystem, onProgress }),
      );
    },
    show: (result) => {
      const { results } = result;
      if (results.length === 0) return;
      const isTable = flags.all || results.length > SHOWN_IN_FULL;
      printResult(isTable ? renderPlanTable(result) : renderPlan(result));
      const told = results.flatMap(({ refusals, warnings }) => [...refusals, ...warnings]);
      if (told.length > 0) printTalk(formatProblems(told));
    },
  });
}
