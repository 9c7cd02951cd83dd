import { fatal, MAX_SCORES_BYTES, shellWord } from '@flowmcp/grading-core/commands';
import { type ConsumeResult, consumeScores } from '@flowmcp/grading-core/features/consume/run';
import type { IslandFlags } from '../options/island-options.js';
import { onSameIsland, openWorkplace } from '../options/workplace.js';
import { printProblems, printResult, printSurfacing } from '../terminal/output.js';
import { readBytes, shownName } from '../terminal/read-bytes.js';
import { runAction } from '../terminal/run-action.js';
import type { RunFlags } from './flags.js';
import { describeConsumed, gradingLines } from './render.js';

/** `flowmcp grading hand-in`. */
export function consume(target: string, file: string, flags: RunFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const { island } = openWorkplace(flags);
      const scores = await readScores(file);
      const scoresFile = shownName(file);
      const allowMissing = flags.allowMissing ?? false;
      const result = await consumeScores({ island, target, scores, scoresFile, allowMissing });
      surfaceConsumed(result);
      return result;
    },
    show: (result) => showConsumed(result, flags),
    notShown: ({ errors, inShort = errors }) => inShort,
  });
}

/** Prints what the program that drives a grading loop reads; it lists only what was written (spec 25). */
export function surfaceConsumed({ results }: ConsumeResult): void {
  for (const line of results.flatMap(gradingLines)) printSurfacing(line);
}

export function showConsumed({ results }: ConsumeResult, flags: Pick<IslandFlags, 'gradingData'>): void {
  for (const found of results) {
    const next = `flowmcp grading state ${shellWord(found.target)}`;
    printResult(describeConsumed(found, onSameIsland(next, flags)));
    printProblems(found.warnings);
  }
}

async function readScores(file: string): Promise<Buffer> {
  const bytes = await readBytes(file, MAX_SCORES_BYTES);
  if (bytes) return bytes;
  throw fatal('SCR-020', { file: shownName(file) }, { limit: MAX_SCORES_BYTES, what: 'bytes' });
}
