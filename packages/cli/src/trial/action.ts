import type { Problem } from '@flowmcp/grading-core/commands';
import { compareTrialFiles, replayTrial } from '@flowmcp/grading-core/features/trial/result';
import { readServerFlags } from '../asking/server-flags.js';
import { optimiseLater } from '../optimise-later.js';
import { openWorkplace } from '../options/workplace.js';
import { printProblems, printResult, printTalk, visible } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import type { TrialFlags } from './flags.js';
import { renderComparison, renderPlan, renderTrial } from './render.js';

/** `flowmcp trial`. */
export function runTheTrial(targets: readonly string[], flags: TrialFlags): Promise<number> {
  const { replay, dryRun, json } = flags;
  if (dryRun) {
    return runAction({
      json,
      run: async () => {
        // Loaded here: a replay needs no code for asking.
        const { planTrial } = await import('@flowmcp/grading-core/features/trial/run');
        return planTrial(optionsOf(targets, flags));
      },
      show: ({ results, warnings }) => {
        printProblems(warnings);
        if (results.length > 0) printResult(results.map(renderPlan).join('\n\n'));
      },
    });
  }
  return runAction({
    json,
    run: () => (replay === undefined ? ask(targets, flags) : replayTrial(replay, flags)),
    show: ({ results, warnings }) => {
      printProblems(warnings);
      if (results.length > 0) printResult(results.map(renderTrial).join('\n\n'));
    },
  });
}

async function ask(targets: readonly string[], flags: TrialFlags) {
  optimiseLater();
  const { runTrial } = await import('@flowmcp/grading-core/features/trial/run');
  const { model = '', apiBase, concurrency, throttle: throttleMs } = flags;
  const { maxCalls, maxTokens, minSuccess, out } = flags;
  return withProgress((onProgress) =>
    runTrial({
      ...optionsOf(targets, flags),
      ...{ model, apiBase, concurrency, throttleMs, maxCalls, maxTokens, minSuccess, out, onProgress },
      // Neither is part of the report, which a replay repeats byte by byte.
      onStart: (file, warnings) => announce(file, visible(warnings)),
    }),
  );
}

function announce(file: string, warnings: readonly Problem[]): void {
  printProblems(warnings);
  printTalk(`answers are kept in ${file}`);
}

function optionsOf(targets: readonly string[], flags: TrialFlags) {
  const { all, tasks, samples, seed, selfContained, among: what = 'own', engine, in: folder } = flags;
  const openIsland = () => openWorkplace(flags).island;
  return {
    ...readServerFlags(targets, flags, 'trial'),
    ...{ all, openIsland, tasks, samples, seed, selfContained },
    ...(what !== 'own' && { among: { what, engine, in: folder, openIsland } }),
  };
}

/** `flowmcp trial compare`. */
export function compareTheTrials(
  before: string,
  after: string,
  { json }: { readonly json?: boolean },
): Promise<number> {
  return runAction({
    json,
    run: () => compareTrialFiles(before, after),
    show: ({ results }) => {
      for (const comparison of results) printResult(renderComparison(comparison));
    },
  });
}
