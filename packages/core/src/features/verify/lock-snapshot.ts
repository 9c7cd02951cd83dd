import { isLockSnapshot } from '../../island/index-shape.js';
import { listSchemas, listSnapshots } from '../../island/list-namespace.js';
import { isSchemaName, splitId } from '../../island/logic/names.js';
import {
  aboutFolder,
  aboutName,
  definitionFolder,
  FILE_NAMES,
  isNamespaceName,
  snapshotFolder,
} from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import { hashNamespace } from '../../spec/hash.js';
import type { LockSnapshot } from '../../spec/index-file.js';
import { firstDifference } from '../../values/first-difference.js';
import { isRecord } from '../../values/is-record.js';
import { parseShallow } from './parse-text.js';
import { type CheckFile, pathIn, type TargetView } from './target-view.js';

export const readFrozenCopy: CheckFile = (view, { text }) => {
  view.frozenCopy = text;
};

/** The frozen part of a run, from one of the two files that hold it. */
export type Frozen = { readonly value: LockSnapshot } | { readonly reason: string } | null;

type Home = Pick<TargetView, 'island' | 'target'>;

/** @returns null if the value has no frozen part */
export function frozenIn(view: Home, value: unknown): Frozen {
  if (value === undefined) return null;
  if (!isLockSnapshot(value)) return { reason: 'it does not have the shape of one' };
  const lost = value.members.find((member) => !isHere(view, member));
  if (!lost && !isOwnDefinition(view, value))
    return { reason: 'its selectionHash does not match what it froze' };
  return lost ? { reason: `no snapshot of ${lost.schemaId} has the time and hash it names` } : { value };
}

/**
 * Checks whether the hash in the frozen part is that of an existing definition, or, for a namespace, that of its frozen
 * members and an existing About.
 */
function isOwnDefinition(
  { island, target }: Home,
  { selectionVersion, selectionHash, members }: LockSnapshot,
): boolean {
  if (target.flow === 'provider') {
    const { id: namespace } = target;
    const abouts = listSchemas(island, namespace).flatMap((schema) =>
      listSnapshots(island, aboutFolder(namespace, schema), aboutName(namespace)).map(({ hash }) => hash),
    );
    // A schema without a snapshot, because its file failed the gate, has no part in the hash.
    const named = members
      .flatMap(({ schemaId, schemaHash }) => (schemaHash === null ? [] : `${schemaId}@${schemaHash}`))
      .sort();
    return [null, ...abouts].some(
      (aboutHash) => hashNamespace({ members: named, aboutHash }) === selectionHash,
    );
  }
  const { id: selectionId } = target;
  return listSnapshots(island, definitionFolder(selectionId), selectionId).some(
    ({ timestamp, hash }) => timestamp === selectionVersion && hash === selectionHash,
  );
}

/** The frozen part from the copy beside the index. */
export function frozenInCopy(view: Home, text: string | null): Frozen {
  if (text === null) return null;
  const parsed = parseShallow(text);
  return 'reason' in parsed ? parsed : frozenIn(view, parsed.value);
}

function isHere({ island }: Home, { schemaId, schemaVersion, schemaHash }: LockSnapshot['members'][number]) {
  // A member that had not been imported when the run was frozen has no version and no hash.
  if (schemaVersion === null || schemaHash === null) return true;
  const [namespace, schema] = splitId(schemaId);
  if (!isNamespaceName(namespace) || !isSchemaName(schema)) return false;
  return listSnapshots(island, snapshotFolder(namespace, schema), schema).some(
    ({ timestamp, hash }) => timestamp === schemaVersion && hash === schemaHash,
  );
}

/** Checks that the frozen part is complete in both files, and that the two are identical (decision 0007). */
export function checkLockSnapshot(view: TargetView): void {
  const { tally, folder: target } = view;
  const own = frozenIn(view, ownPart(view.index?.value));
  const copy = frozenInCopy(view, view.frozenCopy);
  const files = { own: pathIn(view, FILE_NAMES.index), copy: pathIn(view, FILE_NAMES.lockSnapshot) };
  tally.check('lock snapshot', Number(own !== null) + Number(copy !== null));
  if (own !== null && 'reason' in own) {
    const where = { file: files.own, path: '/lockSnapshot' };
    const found = problem('VFY-070', where, { reason: own.reason, other: files.copy, target });
    tally.add('lock snapshot', found, isWhole(copy) ? { kind: 'index' } : undefined);
  }
  const tellCopy = (reason: string) => {
    const found = problem('VFY-070', { file: files.copy }, { reason, other: files.own, target });
    tally.add('lock snapshot', found, isWhole(own) ? { kind: 'lock-snapshot' } : undefined);
  };
  if (copy !== null && 'reason' in copy) tellCopy(copy.reason);
  if (own !== null && copy === null) tellCopy('it is not there');
  if (isWhole(own) && isWhole(copy)) checkEqual(view, own.value, copy.value);
  else if (isWhole(copy) && own === null && view.index?.index) {
    const found = problem('VFY-072', { file: files.copy }, { target });
    tally.add('lock snapshot', found, { kind: 'move', file: files.copy });
  }
}

function isWhole(frozen: Frozen): frozen is { readonly value: LockSnapshot } {
  return frozen !== null && 'value' in frozen;
}

/** An emit writes the copy first, so a copy that is newer than the index comes from an interrupted emit. */
function checkEqual(view: TargetView, own: LockSnapshot, copy: LockSnapshot): void {
  const difference = firstDifference(copy, own);
  if (!difference) return;
  const file = pathIn(view, FILE_NAMES.lockSnapshot);
  const target = view.folder;
  if (copy.generatedAt > own.generatedAt) {
    view.tally.add('lock snapshot', problem('VFY-072', { file }, { target }), { kind: 'lock-snapshot' });
    return;
  }
  const { path, found, expected } = difference;
  view.tally.add(
    'lock snapshot',
    problem('VFY-071', { file, path }, { path: path || '/', found, expected, target }),
  );
}

/** The frozen part of a parsed index.json, whatever else is wrong with it. */
function ownPart(index: unknown): unknown {
  return isRecord(index) && Object.hasOwn(index, 'lockSnapshot') ? index.lockSnapshot : undefined;
}
