import { writeFileSync } from 'node:fs';
import {
  type EvaluateResult,
  evaluateTargets,
  fatal,
  type Island,
  shellWord,
} from '@flowmcp/grading-core/commands';
import type { EvaluateFlags } from '../commands/grading-evaluate.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { describeEstimates, describeEvaluated } from '../render/evaluate.js';
import { formatProblems } from '../render/problems.js';
import { askingOptions } from './asking-options.js';
import { readGradingEvaluator } from './grading-evaluator.js';
import { openQueueSession } from './queue-session.js';
import { runAction } from './run-action.js';
import { onSameIsland, openWorkplace, shownIslandPath, targetsOf } from './workplace.js';

/** `flowmcp grading evaluate`. */
export function evaluate(targets: readonly string[], flags: EvaluateFlags) {
  const session = openQueueSession(flags, 'grading evaluate');
  const running = runAction({
    json: flags.json,
    run: async () => {
      const named = targetsOf(targets, flags, 'grading evaluate');
      const evaluator = await readGradingEvaluator(flags, 'grading evaluate');
      const { island } = openWorkplace(flags);
      const { dryRun = false, out, shard = null } = flags;
      const queued = await session.read();
      const result = await withProgress((onProgress) =>
        evaluateTargets({
          ...{ island, ...named, evaluator, dryRun, shard },
          ...askingOptions(flags),
          ...queued,
          onProgress,
        }),
      );
      if (out !== undefined) copyScores(island, result, out);
      return result;
    },
    show: (result) => {
      const workplace = openWorkplace(flags);
      if (result.results.length === 0 && flags.all) printTalk('no run is open');
      if (result.dryRun) printResult(describeEstimates(result));
      for (const found of result.dryRun ? [] : result.results) {
        const kept = found.scoresPath;
        const scores = flags.out ?? (kept && shownIslandPath(kept, workplace));
        // In full: a shell does not expand a ~ that has to be quoted.
        const file = flags.out ?? (kept && workplace.island.absolute(kept));
        const next =
          kept &&
          file &&
          `flowmcp grading run ${shellWord(found.target)} --consume-scores ${shellWord(file)}`;
        printResult(
          describeEvaluated(found, { scores: kept && scores, next: next && onSameIsland(next, flags) }),
        );
      }
      const warnings = result.results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
  return session.end(running);
}

/** @throws GradingError EVR-008: nothing is lost, the scores lie in the island */
function copyScores(island: Island, { results }: EvaluateResult, out: string): void {
  const kept = results[0]?.scoresPath;
  if (!kept) return;
  try {
    writeFileSync(out, island.readBytes(kept) ?? '');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw fatal('EVR-008', undefined, { file: out, reason: String(error.code), kept: island.absolute(kept) });
  }
}
