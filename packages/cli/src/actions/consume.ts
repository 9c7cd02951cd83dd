import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { consumeScores, fatal } from '@flowmcp/grading-core';
import type { RunFlags } from '../commands/grading-run.js';
import { printResult, printTalk } from '../output.js';
import { formatProblems } from '../render/problems.js';
import { describeConsumed, gradingLines } from '../render/run.js';
import { runAction } from './run-action.js';
import { onSameIsland, openWorkplace } from './workplace.js';

/** `flowmcp grading run --consume-scores`. */
export function consume(target: string, file: string, flags: RunFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const { island } = openWorkplace(flags);
      const scores = await readScores(file);
      const scoresFile = file === '-' ? 'stdin' : file;
      const allowMissing = flags.allowMissing ?? false;
      const result = await consumeScores({ island, target, scores, scoresFile, allowMissing });
      // A loop that drives the grading reads these lines; they say only what was written (spec 25).
      for (const line of result.results.flatMap(gradingLines)) printTalk(line);
      return result;
    },
    show: ({ results }) => {
      for (const found of results) {
        printResult(describeConsumed(found, onSameIsland(`flowmcp grading state ${found.target}`, flags)));
        if (found.warnings.length > 0) printTalk(formatProblems(found.warnings));
      }
    },
  });
}

async function readScores(file: string): Promise<Buffer> {
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw fatal('CLI-003', undefined, { file, reason: String(error.code) });
  }
}
