import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import type { GradingError } from '../problems/problem.js';
import type { StateFile } from '../spec/state.js';

/** The error for a hand-in that was interrupted: only the same hand-in may continue, with the file kept as evidence. */
export function interruptedError(
  island: Island,
  folder: string,
  state: StateFile,
  target: string,
): GradingError {
  const scores = `${folder}/${state.consume?.scoresPath ?? FILE_NAMES.scores}`;
  const args = { taskId: state.taskId, scores, scoresPath: island.absolute(scores), target };
  return fatal('SCR-018', { file: `${folder}/${FILE_NAMES.state}` }, args);
}
