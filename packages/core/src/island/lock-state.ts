import { inspect } from './inspect.js';
import type { Island } from './island.js';
import { describeOwner, readOwner, staleAfter } from './lock-owner.js';

/** The lock on a target, as somebody sees it who does not want to take it. */
export interface LockState {
  /** Its folder, relative to the island. */
  readonly folder: string;
  /** `held` by a process that lives or has given a sign of life, `left` by one that is gone, or `free`. */
  readonly state: 'held' | 'left' | 'free';
  readonly who: string;
  /** Differs when another command has held it since. */
  readonly mark: string;
}

/** @param name of the lock: the target with `--` for `/` */
export function readLockState(island: Island, name: string, nowMs: number): LockState {
  const folder = `.lock/${name}.lock`;
  const ownerFile = `.lock/${name}.json`;
  const seen = inspect(island.absolute(folder));
  const owner = readOwner(island, ownerFile);
  const isLeft = seen !== null && nowMs - seen.changedMs > staleAfter(owner, island.absolute(folder));
  return {
    folder,
    state: seen === null ? 'free' : isLeft ? 'left' : 'held',
    who: describeOwner(owner),
    mark: `${island.readText(ownerFile) ?? ''}${seen === null}`,
  };
}
