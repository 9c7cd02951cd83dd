import { closeLoop as runLoop, shellWord } from '@flowmcp/grading-core/commands';
import type { RunFlags } from '../commands/grading-run.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { describeLooped } from '../render/evaluate.js';
import { formatProblems } from '../render/problems.js';
import { formatGate, isGate } from '../render/run.js';
import { askingOptions } from './asking-options.js';
import { emitOptions } from './emit.js';
import { readGradingEvaluator } from './grading-evaluator.js';
import { runAction } from './run-action.js';
import { onSameIsland, openWorkplace, targetsOf } from './workplace.js';

/** `flowmcp grading run` with an evaluator: all stages, until nothing is due. */
export function closeLoop(targets: readonly string[], flags: RunFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const named = targetsOf(targets, flags, 'grading run');
      const evaluator = await readGradingEvaluator(flags, 'grading run');
      const options = emitOptions(flags, openWorkplace(flags));
      const { allowMissing = false } = flags;
      return withProgress((show) => {
        const onProgress = (done: number, total: number, what: string) => {
          if (done < total) show(done, total, what);
        };
        const asking = { evaluator, onProgress, ...askingOptions(flags) };
        return runLoop({ ...options, ...named, asking, allowMissing, onProgress });
      });
    },
    show: ({ results, errors }) => {
      for (const found of results) {
        const next = `flowmcp grading state ${shellWord(found.target)}`;
        printResult(describeLooped(found, onSameIsland(next, flags)));
      }
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
      for (const gate of errors.filter(isGate)) printTalk(formatGate(gate));
    },
    notShown: ({ errors }) => errors.filter((found) => !isGate(found)),
  });
}
