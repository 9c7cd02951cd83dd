import { type OnProgress, shellWord } from '@flowmcp/grading-core/commands';
import { estimateLoop, closeLoop as runLoop } from '@flowmcp/grading-core/features/evaluate/loop/close-loop';
import { askingOptions, readGradingEvaluator } from '../asking/evaluator-spec.js';
import { openQueueSession, type QueuedAsking } from '../asking/queue-session.js';
import { reportKept } from '../asking/report-kept.js';
import { describeEstimates, describeLooped, describeManyLooped } from '../evaluate/render.js';
import { onSameIsland, openWorkplace, targetsOf } from '../options/workplace.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { emitOptions } from './emit.js';
import type { RunFlags } from './flags.js';
import { describeLeftOut, formatGate, isGate, isNothing, SHOWN_IN_FULL } from './render.js';

/** `flowmcp grading run` with an evaluator: all stages, until nothing is due. */
export function closeLoop(targets: readonly string[], flags: RunFlags) {
  const session = openQueueSession(flags, 'grading run');
  const kept = reportKept(flags);
  const running = runAction({
    json: flags.json,
    run: async () => {
      const options = await loopOptions(targets, flags, await session.read());
      return withProgress((onProgress) => runLoop(told(options, onProgress, kept.onKept)));
    },
    show: ({ results, leftOut }, { errors }) => {
      const isMany = results.length > SHOWN_IN_FULL;
      const say = (target: string) => ({
        next: onSameIsland(`flowmcp grading state ${target}`, flags),
        isWhole: errors.length === 0,
      });
      if (isMany) {
        const reasons = new Map(
          errors.filter(isNothing).map(({ args }) => [args?.target, `${args?.reason}`]),
        );
        const reasonOf = (target: string) => reasons.get(target);
        printResult(describeManyLooped(results, { ...say('<target>'), reasonOf }));
      }
      for (const found of isMany ? [] : results) {
        printResult(describeLooped(found, say(shellWord(found.target))));
      }
      printProblems(results.flatMap((found) => found.warnings));
      for (const gate of isMany ? [] : errors.filter(isGate)) printTalk(formatGate(gate));
      const others = describeLeftOut(leftOut, 'run');
      if (others) printTalk(others);
    },
    // A summary of many counts what had nothing to ask.
    notShown: ({ results, errors }) =>
      errors.filter((found) => !isGate(found) && !(isNothing(found) && results.length > SHOWN_IN_FULL)),
  });
  return kept.end(session.end(running));
}

/** `flowmcp grading run --dry-run` with an evaluator: estimates the first turn. */
export function estimateRun(targets: readonly string[], flags: RunFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const options = await loopOptions(targets, flags, await openQueueSession(flags, 'grading run').read());
      return withProgress((onProgress) => estimateLoop(told(options, onProgress)));
    },
    show: (result) => {
      printResult(describeEstimates(result));
      const next =
        'Only the first turn is counted; what becomes due because of it comes on top. The prompts have been emitted: repeat the command without --dry-run to have them answered.';
      if (result.results.length > 0) printTalk(next);
    },
  });
}

async function loopOptions(targets: readonly string[], flags: RunFlags, queued: QueuedAsking) {
  const named = targetsOf(targets, flags, 'grading run');
  const evaluator = await readGradingEvaluator(flags, 'grading run');
  const asking = { evaluator, ...askingOptions(flags, 'grading run'), ...queued };
  const { allowMissing = false } = flags;
  return { ...emitOptions(flags, openWorkplace(flags)), ...named, asking, allowMissing };
}

/** Shows progress for both the tests in stage 1 and the calls in stage 2. */
function told(
  options: Awaited<ReturnType<typeof loopOptions>>,
  onProgress: OnProgress,
  onKept: (answers: number) => void = () => undefined,
) {
  return { ...options, onProgress, asking: { ...options.asking, onProgress, onKept } };
}
