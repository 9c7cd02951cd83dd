import { inspect } from './inspect.js';
import type { Island } from './island.js';
import { describeOwner, readOwner, staleAfter } from './lock-owner.js';

/** The state of the lock on a target, for readers that do not take it. */
export interface LockState {
  /** Its folder, relative to the island. */
  readonly folder: string;
  /** `held` by a process that is alive or has given a sign of life, `left` by a process that is gone, or `free`. */
  readonly state: 'held' | 'left' | 'free';
  readonly who: string;
  /** Changes when another command has held it since. */
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
