import { planGrading } from '@flowmcp/grading-core/features/plan/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printProblems, printResult } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { renderPlan, renderPlanTable } from './render.js';

export interface PlanFlags extends TargetFlags {
  readonly scope?: 'pending' | 'all';
  readonly gradingSystem?: string;
}

/** If there are more targets than this, each gets a single line. */
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
      const days = openWorkplace(flags).island.book.grading.ageingDays;
      if (results.length === 0) return;
      const isTable = flags.all || results.length > SHOWN_IN_FULL;
      printResult(isTable ? renderPlanTable(result, days) : renderPlan(result, days));
      printProblems(results.flatMap(({ refusals, warnings }) => [...refusals, ...warnings]));
    },
  });
}
