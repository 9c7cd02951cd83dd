import {
  checkResultFile,
  type EvaluateResult,
  evaluateTargets,
  fatal,
  filesOfEvaluator,
  GradingError,
  type Island,
  shellWord,
  writeResultText,
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
      const inputs = [{ folder: island.root }, ...(await filesOfEvaluator(evaluator))];
      const refused = out === undefined ? null : await checkResultFile(out, 'EVR-008', inputs);
      // A place that cannot be written is told of in the end, with where the scores lie.
      if (refused?.code === 'CLI-006') throw new GradingError(refused, refused.code);
      const queued = await session.read();
      const result = await withProgress((onProgress) =>
        evaluateTargets({
          ...{ island, ...named, evaluator, dryRun, shard },
          ...askingOptions(flags),
          ...queued,
          onProgress,
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
