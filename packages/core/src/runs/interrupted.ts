import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import type { GradingError } from '../problems/problem.js';
import type { StateFile } from '../spec/state.js';

/** A hand-in stopped in the middle: only its repetition may go on, with the file that was kept as evidence. */
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
