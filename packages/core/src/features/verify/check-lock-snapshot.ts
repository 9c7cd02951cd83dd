import { isLockSnapshot } from '../../island/index-shape.js';
import { listSchemas, listSnapshots } from '../../island/list-namespace.js';
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
import { isSchemaName, splitId } from '../../target/logic/names.js';
import { firstDifference } from '../../values/first-difference.js';
import { isRecord } from '../../values/is-record.js';
import { parseShallow } from './parse-text.js';
import { pathIn, type TargetView, typedName } from './target-view.js';

/** The frozen part of a run, from one of the two files that hold it. */
export type Frozen = { readonly value: LockSnapshot } | { readonly reason: string } | null;

/** null: the value has none. */
export function frozenIn(view: TargetView, value: unknown): Frozen {
  if (value === undefined) return null;
  if (!isLockSnapshot(value)) return { reason: 'it has not the shape of one' };
  const lost = value.members.find((member) => !isHere(view, member));
  if (!lost && !isOwnDefinition(view, value))
    return { reason: 'its selectionHash is not that of what it froze' };
  return lost ? { reason: `no snapshot of ${lost.schemaId} is what it names` } : { value };
}

/** Compares the hash: for a selection that of its definition, for a namespace that of its members and its About. */
function isOwnDefinition(
  { island, target }: TargetView,
  { selectionVersion, selectionHash, members }: LockSnapshot,
): boolean {
  if (target.flow === 'provider') {
    const { id: namespace } = target;
    const abouts = listSchemas(island, namespace).flatMap((schema) =>
      listSnapshots(island, aboutFolder(namespace, schema), aboutName(namespace)).map(({ hash }) => hash),
    );
    const named = members.map(({ schemaId, schemaHash }) => `${schemaId}@${schemaHash}`);
    return [null, ...abouts].some(
      (aboutHash) => hashNamespace({ members: named, aboutHash }) === selectionHash,
    );
  }
  const { id: selectionId } = target;
  return listSnapshots(island, definitionFolder(selectionId), selectionId).some(
    ({ timestamp, hash }) => timestamp === selectionVersion && hash === selectionHash,
  );
}

/** The copy beside the index. */
export function frozenInCopy(view: TargetView, text: string | null): Frozen {
  if (text === null) return null;
  const parsed = parseShallow(text);
  return 'reason' in parsed ? parsed : frozenIn(view, parsed.value);
}

function isHere(
  { island }: TargetView,
  { schemaId, schemaVersion, schemaHash }: LockSnapshot['members'][number],
) {
  // A member that was not imported when it was frozen has neither.
  if (schemaVersion === null || schemaHash === null) return true;
  const [namespace, schema] = splitId(schemaId);
  if (!isNamespaceName(namespace) || !isSchemaName(schema)) return false;
  return listSnapshots(island, snapshotFolder(namespace, schema), schema).some(
    ({ timestamp, hash }) => timestamp === schemaVersion && hash === schemaHash,
  );
}

/** Checks that the frozen part is complete, and equal in both files (decision 0007). */
export function checkFrozen(
  view: TargetView,
  { own, copy, isIndexWhole }: { own: Frozen; copy: Frozen; isIndexWhole: boolean },
): void {
  const { tally } = view;
  const files = { own: pathIn(view, FILE_NAMES.index), copy: pathIn(view, FILE_NAMES.lockSnapshot) };
  tally.check('lock snapshot', Number(own !== null) + Number(copy !== null));
  if (own !== null && 'reason' in own) {
    const args = { reason: own.reason, other: files.copy, target: typedName(view) };
    const where = { file: files.own, path: '/lockSnapshot' };
    tally.add(
      'lock snapshot',
      problem('VFY-070', where, args),
      isWhole(copy) ? { kind: 'index' } : undefined,
    );
  }
  if (copy !== null && 'reason' in copy) {
    const args = { reason: copy.reason, other: files.own, target: typedName(view) };
    tally.add('lock snapshot', problem('VFY-070', { file: files.copy }, args), fromIndex(own));
  }
  if (own !== null && copy === null) {
    const args = { reason: 'it is not there', other: files.own, target: typedName(view) };
    tally.add('lock snapshot', problem('VFY-070', { file: files.copy }, args), fromIndex(own));
  }
  if (isWhole(own) && isWhole(copy)) checkEqual(view, own.value, copy.value);
  else if (isWhole(copy) && own === null && isIndexWhole) {
    const found = problem('VFY-072', { file: files.copy }, { target: typedName(view) });
    tally.add('lock snapshot', found, { kind: 'move', file: files.copy });
  }
}

function isWhole(frozen: Frozen): frozen is { readonly value: LockSnapshot } {
  return frozen !== null && 'value' in frozen;
}

function fromIndex(own: Frozen) {
  return isWhole(own) ? ({ kind: 'lock snapshot' } as const) : undefined;
}

/** The copy is written first: a later copy belongs to an interrupted emit. */
function checkEqual(view: TargetView, own: LockSnapshot, copy: LockSnapshot): void {
  const difference = firstDifference(copy, own);
  if (!difference) return;
  const file = pathIn(view, FILE_NAMES.lockSnapshot);
  const target = typedName(view);
  if (copy.generatedAt > own.generatedAt) {
    view.tally.add('lock snapshot', problem('VFY-072', { file }, { target }), { kind: 'lock snapshot' });
    return;
  }
  const { path, found, expected } = difference;
  view.tally.add(
    'lock snapshot',
    problem('VFY-071', { file, path }, { path: path || '/', found, expected, target }),
  );
}

/** The frozen part of a parsed index.json, whatever else is wrong with it. */
export function ownPart(index: unknown): unknown {
  return isRecord(index) && Object.hasOwn(index, 'lockSnapshot') ? index.lockSnapshot : undefined;
}
