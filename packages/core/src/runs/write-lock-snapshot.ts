import { formatJson } from '../island/documents.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import type { LockSnapshot } from '../spec/index-file.js';
import type { RunContext } from './run-context.js';

/** Writes a copy beside the index, from which a lost index can be restored (decision D7). */
export function writeLockSnapshot({ options, folder }: RunContext, lockSnapshot: LockSnapshot): void {
  options.island.replace(`${folder}/${FILE_NAMES.lockSnapshot}`, formatJson(lockSnapshot));
}
