import { parseEntryName, parseSnapshotName, parseTestName } from '../../target/logic/names.js';
import type { FactKind } from './audit.js';

/** What a file of a target is that is never rewritten; null for what is derived, replaced, or not ours. */
export function factKindOf(path: string): FactKind | null {
  const [file = '', folder = '', ...above] = path.split('/').reverse();
  // Whatever a list is called, it is no folder of entries or tests.
  if (above[0] === '_lists') return parseSnapshotName(file) ? 'snapshot' : null;
  if (folder === '_gradings') return parseEntryName(file) ? 'entry' : null;
  if (folder === 'tests') return parseTestName(file) === null ? null : 'test';
  // At the target's root alone: a tool may have such a name.
  if (folder === 'scores' && above.length === 0) return /^[^.].*\.json$/.test(file) ? 'scores' : null;
  // What a computed `main` came out as lies beside its snapshot, under the same name (decision 0049).
  return parseSnapshotName(file.replace(/\.main\.json$/, '.mjs')) ? 'snapshot' : null;
}
