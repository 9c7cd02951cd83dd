import type { EvaluatedTarget } from '../../../evaluators/options.js';
import { readTrusted } from '../../../island/documents.js';
import type { Island } from '../../../island/island.js';
import { withLock } from '../../../island/lock.js';
import { FILE_NAMES } from '../../../island/logic/paths.js';
import { fatal, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { type OpenRun, readOpenRun } from '../../../runs/open-run.js';
import { stateFile } from '../../../spec/state.js';
import type { Target } from '../../../target/logic/target.js';
import { consumeScores } from '../../consume/run.js';
import type { Asking } from '../asking.js';
import { evaluateRun, unscoredProblems } from '../evaluate-targets.js';
import type { LoopTurn } from './options.js';

export interface TakenTurn {
  readonly turn: LoopTurn;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Runs stages 2 and 3 of a target's open run. If any score is missing, the run stays open, so that the next command
 * asks only for what is missing; with `allowMissing`, the completely answered prompts are handed in anyway.
 */
export async function takeTurn({
  island,
  target,
  asking,
  allowMissing,
  seen,
  now,
}: {
  readonly island: Island;
  readonly target: Target;
  readonly asking: Asking;
  readonly allowMissing: boolean;
  /** What this command's runs have asked so far; this run is added. */
  readonly seen: Set<string>;
  readonly now: () => Date;
}): Promise<TakenTurn> {
  const command = 'grading run';
  const { result, scores } = await withLock({ island, target: target.folder, command }, async () => {
    const run = readOpenRun(island, target, now());
    if (!run) throw fatal('EVR-001', undefined, { target: target.name });
    refuseRepetition(run, seen);
    return evaluateRun({ island, run, asking, dryRun: false });
  });
  const { unscored, scoresPath } = result;
  if (scores === null || scoresPath === null || (unscored.length > 0 && !allowMissing)) {
    return { turn: turnOf(result, 0), errors: unscoredProblems(result), warnings: result.warnings };
  }
  const consumed = await consumeScores({
    island,
    target: target.name,
    scores,
    scoresFile: scoresPath,
    allowMissing,
    now,
  });
  const [handedIn] = consumed.results;
  const written = handedIn?.written.length ?? 0;
  const idle =
    handedIn && written === 0
      ? [problem('EVR-007', undefined, { taskId: result.taskId, target: target.name })]
      : [];
  return {
    turn: turnOf(result, written),
    errors: [...unscoredProblems(result), ...consumed.errors, ...idle],
    warnings: [...result.warnings, ...(handedIn?.warnings ?? [])],
  };
}

/**
 * Refuses a run that asks about the same subjects, with the same content, as an earlier run of this command: another
 * turn would change nothing.
 */
function refuseRepetition({ target, folder, state }: OpenRun, seen: Set<string>): void {
  const subjects = state.subjects.map(({ node, schemaHash }) => `${node}@${schemaHash}`);
  const what = JSON.stringify([folder, ...subjects]);
  if (seen.has(what)) throw fatal('EVR-007', undefined, { taskId: state.taskId, target: target.name });
  seen.add(what);
}

function turnOf(
  { taskId, asked, reused, recalled, scored, unscored, usage }: EvaluatedTarget,
  written: number,
): LoopTurn {
  return { taskId, asked, reused, recalled, scored, unscored: unscored.length, usage, written };
}

/** Completes an interrupted hand-in from the scores file that it had stored. */
export async function finishHandIn(island: Island, target: Target, now: () => Date): Promise<Problem[]> {
  const { folder } = target;
  const state = readTrusted(island, `${folder}/${FILE_NAMES.state}`, stateFile);
  if (state?.status !== 'consuming' || !state.consume) return [];
  const scoresFile = `${folder}/${state.consume.scoresPath}`;
  const scores = island.readBytes(scoresFile);
  // Without the file, the next emit reports what is wrong.
  if (!scores) return [];
  const { errors } = await consumeScores({
    island,
    target: target.name,
    scores,
    scoresFile,
    allowMissing: true,
    now,
  });
  return [...errors];
}
