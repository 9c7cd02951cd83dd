import { readDocument, readTrusted } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import { type PromptsFile, promptsFile } from '../spec/prompts.js';
import { type StateFile, stateFile } from '../spec/state.js';
import type { Target } from '../target/logic/target.js';
import type { DerivedTarget } from '../target/rebuild/rebuild.js';
import { findChangesOfRun, findRun } from './hold-run.js';
import { interruptedError } from './interrupted.js';
import type { EmittedTarget } from './options.js';
import type { RunContext } from './run-context.js';

/**
 * Reads the newest run of a target from its state.
 *
 * @throws GradingError SCR-018 if a hand-in was interrupted: it has to be finished first
 */
export function readRun(island: Island, folder: string, target: Target): StateFile | null {
  const state = readTrusted(island, `${folder}/${FILE_NAMES.state}`, stateFile);
  if (state?.status === 'consuming') throw interruptedError(island, folder, state, target.name);
  return state;
}

/**
 * The prompts of the open run, if an emit has to continue it: nothing has changed, and the options do not ask for a new
 * one.
 *
 * @returns null if a new run has to begin
 * @throws GradingError RUN-001 if a run is open and the options forbid that
 */
export function continuableRun(context: RunContext, state: StateFile | null): PromptsFile | null {
  const { options, folder, target, key } = context;
  const open = state && openPrompts(context, state);
  if (!open) return null;
  if (options.onConflict === 'abort') {
    const file = `${folder}/${FILE_NAMES.state}`;
    throw fatal('RUN-001', { file }, { taskId: open.taskId, target: target.name });
  }
  const isContinued = options.onConflict !== 'overwrite' && state.runKey === key;
  return isContinued && !isChanged(context, state) ? open : null;
}

/** Checks whether a run was edited. Its answers would be refused, so another run replaces it (decision 0073). */
function isChanged({ options: { island }, folder }: RunContext, state: StateFile): boolean {
  const known = findRun(island, folder, state.taskId);
  return known !== null && findChangesOfRun(island, folder, { known, state }).length > 0;
}

/** The prompts of a run that waits for its scores; null if its files do not belong together. */
function openPrompts({ options, folder }: RunContext, state: StateFile): PromptsFile | null {
  if (state.status !== 'prompts-emitted') return null;
  const parsed = readDocument(options.island, `${folder}/${FILE_NAMES.prompts}`, promptsFile);
  return parsed && 'value' in parsed && parsed.value.taskId === state.taskId ? parsed.value : null;
}

/**
 * The result of an emit that continues a run.
 *
 * @param blocked subjects that a new run would ask about if nothing blocked them
 */
export function continuedRun(
  { folder }: RunContext,
  {
    open,
    derived,
    blocked,
    empty,
  }: { open: PromptsFile; derived: DerivedTarget; blocked: EmittedTarget['blocked']; empty: EmittedTarget },
): EmittedTarget {
  return {
    ...empty,
    taskId: open.taskId,
    promptsPath: `${folder}/${FILE_NAMES.prompts}`,
    statePath: `${folder}/${FILE_NAMES.state}`,
    promptCount: open.prompts.length,
    pretests: open.pretests,
    blocked,
    skippedAreas: open.skippedAreas,
    gatedAreas: open.gatedAreas,
    skipped: true,
    warnings: derived.problems,
  };
}
