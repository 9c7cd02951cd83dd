import {
  checkResultFile,
  type EvaluateResult,
  fatal,
  filesOfEvaluator,
  GradingError,
  type Island,
  shellWord,
  writeResultText,
} from '@flowmcp/grading-core/commands';
import { evaluateTargets } from '@flowmcp/grading-core/features/evaluate/evaluate-targets';
import type { AskingFlags, EvaluatorFlags, QueueFlags } from '../asking/evaluator-options.js';
import { askingOptions, readGradingEvaluator } from '../asking/evaluator-spec.js';
import { openQueueSession } from '../asking/queue-session.js';
import { reportKept } from '../asking/report-kept.js';
import type { ShardFlags, TargetFlags } from '../options/island-options.js';
import { onSameIsland, openWorkplace, shownIslandPath, targetsOf } from '../options/workplace.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { describeEstimates, describeEvaluated } from './render.js';

export interface EvaluateFlags extends TargetFlags, EvaluatorFlags, AskingFlags, ShardFlags, QueueFlags {
  readonly out?: string;
  readonly dryRun?: boolean;
}

/** `flowmcp grading evaluate`. */
export function evaluate(targets: readonly string[], flags: EvaluateFlags) {
  const session = openQueueSession(flags, 'grading evaluate');
  const kept = reportKept(flags);
  const running = runAction({
    json: flags.json,
    run: async () => {
      const named = targetsOf(targets, flags, 'grading evaluate');
      const evaluator = await readGradingEvaluator(flags, 'grading evaluate');
      const { island } = openWorkplace(flags);
      const { dryRun = false, out, shard = null } = flags;
      const inputs = [{ folder: island.root }, ...(await filesOfEvaluator(evaluator))];
      const refused = out === undefined ? null : await checkResultFile(out, 'EVR-008', inputs);
      // An `out` that cannot be written is reported at the end, together with the path of the stored scores.
      if (refused?.code === 'CLI-006') throw new GradingError(refused, refused.code);
      const queued = await session.read();
      const result = await withProgress((onProgress) =>
        evaluateTargets({
          ...{ island, ...named, evaluator, dryRun, shard },
          ...askingOptions(flags, 'grading evaluate'),
          ...queued,
          onProgress,
          onKept: kept.onKept,
        }),
      );
      if (out !== undefined) await copyScores(island, result, out);
      return result;
    },
    show: (result) => {
      const workplace = openWorkplace(flags);
      if (result.results.length === 0 && flags.all) printTalk('no run is open');
      if (result.dryRun) printResult(describeEstimates(result));
      for (const found of result.dryRun ? [] : result.results) {
        const kept = found.scoresPath;
        const scores = flags.out ?? (kept && shownIslandPath(kept, workplace));
        // Use the absolute path, because a shell does not expand ~ inside quotes.
        const file = flags.out ?? (kept && workplace.island.absolute(kept));
        const next = kept && file && `flowmcp grading hand-in ${shellWord(found.target)} ${shellWord(file)}`;
        printResult(
          describeEvaluated(found, { scores: kept && scores, next: next && onSameIsland(next, flags) }),
        );
      }
      printProblems(result.results.flatMap((found) => found.warnings));
    },
  });
  return kept.end(session.end(running));
}

/** @throws GradingError EVR-008 if the copy cannot be written; the scores are not lost, but remain in the island */
async function copyScores(island: Island, { results }: EvaluateResult, out: string): Promise<void> {
  const kept = results[0]?.scoresPath;
  if (!kept) return;
  const unplaced = await checkResultFile(out, 'EVR-008', []);
  const unwritten =
    unplaced ?? (await writeResultText(out, (island.readBytes(kept) ?? '').toString(), 'EVR-008'));
  if (!unwritten) return;
  const reason = unwritten.args?.reason ?? '';
  throw fatal('EVR-008', undefined, { file: out, reason, kept: island.absolute(kept) });
}
