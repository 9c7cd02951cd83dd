import type { Island } from '../../island/island.js';
import { problem } from '../../problems/error-codes.js';
import { GradingError } from '../../problems/problem.js';
import type { Tally } from './tally.js';

/** Bytes of a file of the island; null if it is gone, or if it cannot be read, which is reported (VFY-009). */
export function readFile(island: Island, file: string, tally: Tally): Buffer | null {
  try {
    return island.readBytes(file);
  } catch (error) {
    if (!(error instanceof GradingError) || error.problem.code !== 'ISL-001') throw error;
    const code = String(error.problem.args?.code ?? '');
    tally.add('permissions', problem('VFY-009', { file }, { code }));
    return null;
  }
}
