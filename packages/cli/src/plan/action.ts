import { planGrading } from '@flowmcp/grading-core/features/plan/run';
import type { TargetFlags } from '../options/island-options.js';
import { sayFreed, tellStandIns } from '../options/named-rules.js';
import type { RulesFlags } from '../options/rules-option.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { renderPlan, renderPlanTable } from './render.js';

export interface PlanFlags extends TargetFlags, RulesFlags {
  readonly scope?: 'pending' | 'all';
  readonly gradingSystem?: string;
}

/** If there are more targets than this, each gets a single line. */
const SHOWN_IN_FULL = 3;

/** `flowmcp grading plan`. */
export function planTargets(targets: readonly string[], flags: PlanFlags) {
  const { scope, gradingSystem, rules } = flags;
  return runAction({
    json: flags.json,
    run: () => {
      const { island } = openWorkplace(flags);
      tellStandIns(rules);
      const named = targetsOf(targets, flags, 'grading plan');
      return withProgress((onProgress) =>
        planGrading({ island, ...named, scope, gradingSystem, rules, onProgress }),
      );
    },
    show: (result) => {
      const { results } = result;
      const { island } = openWorkplace(flags);
      const days = island.book.grading.ageingDays;
      if (results.length === 0) return;
      const isTable = flags.all || results.length > SHOWN_IN_FULL;
      printResult(isTable ? renderPlanTable(result, days) : renderPlan(result, days));
      if (result.freed) printTalk(sayFreed(result.freed, { island, flags, what: 'blocked' }));
      printProblems(results.flatMap(({ refusals, warnings }) => [...refusals, ...warnings]));
    },
  });
}
