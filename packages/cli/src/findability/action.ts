import {
  renderFindability,
  renderFindabilityMarkdown,
} from '@flowmcp/grading-core/features/find/logic/render';
import { measureFindability } from '@flowmcp/grading-core/features/find/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printDocument, printProblems, printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface FindabilityFlags extends TargetFlags {
  readonly tasks?: string;
  readonly in?: string;
  readonly format?: 'text' | 'json' | 'md';
  readonly minFound?: number;
}

/** `flowmcp findability`. */
export function measure(targets: readonly string[], flags: FindabilityFlags): Promise<number> {
  const { tasks, in: folder, format = 'text', minFound } = flags;
  return runAction({
    json: flags.json ?? format === 'json',
    run: () => {
      const openIsland = () => openWorkplace(flags).island;
      return measureFindability({
        ...targetsOf(targets, flags, 'findability'),
        ...{ tasks, in: folder, minFound, openIsland },
      });
    },
    show: async ({ report, warnings }, asItIs) => {
      printProblems(warnings);
      if (report && format === 'text') printResult(renderFindability(report));
      if (asItIs.report && format === 'md')
        await printDocument(renderFindabilityMarkdown(asItIs.report), format);
    },
  });
}
