import type { Island } from '../../island/island.js';
import { readLockState } from '../../island/lock-state.js';
import { problem } from '../../problems/error-codes.js';
import type { Repair, Tally } from './tally.js';

/** Reports an abandoned lock: VFY-110. */
export function checkLock(
  island: Island,
  {
    name,
    target,
    tally,
    nowMs,
    repair,
  }: { name: string; target: string; tally: Tally; nowMs: number; repair?: Repair },
): void {
  tally.check('locks');
  const { state, folder, who } = readLockState(island, name, nowMs);
  if (state === 'left') tally.add('locks', problem('VFY-110', { file: folder }, { who, target }), repair);
}
