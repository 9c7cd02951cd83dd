import type { Island } from '../../island/island.js';
import { recordLine } from '../../island/journal/record-facts.js';
import { withLock } from '../../island/lock.js';
import { parseSnapshotName } from '../../island/logic/names.js';
import { FILE_NAMES, isNamespaceName, namespaceFolder } from '../../island/logic/paths.js';
import { readMembers } from '../../island/read-namespace.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';

/** What became of the records that a folder left under its own name. */
type Renamed = { readonly from?: string } | { readonly problem: Problem };

export const NOT_RENAMED: Renamed = {};

interface Move {
  /** Name of the provider folder. */
  readonly from: string;
  /** Namespace that its files declare now. */
  readonly to: string;
  /** Schemas of the folder. */
  readonly schemas: readonly string[];
}

/**
 * Moves what was recorded of a folder while no namespace could be read in it, and its own name stood in for one, to the
 * namespace that can be read now. That happens once, as a whole, and never over another namespace: IMP-021.
 *
 * @see spec 19, Rename-on-parse lifecycle
 */
export async function moveRecords(
  move: Move,
  { island, dryRun, now }: { island: Island; dryRun: boolean; now: Date },
): Promise<Renamed> {
  const { from, to } = move;
  if (from === to || !isNamespaceName(from) || !isNamespaceName(to) || !holdsRecordsOf(island, move)) {
    return NOT_RENAMED;
  }
  if (dryRun) return checkMove(island, move);
  const [target, other] = [namespaceFolder(from), namespaceFolder(to)];
  const command = 'grading import';
  return withLock({ island, target, command }, () =>
    withLock({ island, target: other, command }, () => {
      // Another import may have moved the records meanwhile.
      const checked = holdsRecordsOf(island, move) ? checkMove(island, move) : NOT_RENAMED;
      if (!('from' in checked)) return checked;
      // The line comes first: if the command is interrupted, the next import adds it again and moves the folder.
      recordLine(island, target, { line: { kind: 'renamed', from, to }, now, flush: 'lasting' });
      island.moveFolder(target, other);
      return checked;
    }),
  );
}

/** Checks whether a namespace of the island has no schema, and only records of files of this folder. */
function holdsRecordsOf(island: Island, { from, schemas }: Move): boolean {
  const members = readMembers(island, from);
  const failed = members?.failed ?? [];
  return members?.schemas.length === 0 && failed.some(({ schema }) => schemas.includes(schema));
}

function checkMove(island: Island, { from, to }: Move): Renamed {
  const reason =
    island.kind(namespaceFolder(to)) !== null
      ? `${to} already exists`
      : island.list(namespaceFolder(from)).every(({ name, kind }) => kind === 'file' && isRecord(name))
        ? null
        : `${from} holds more than records`;
  return reason === null ? { from } : { problem: problem('IMP-021', undefined, { from, to, reason }) };
}

/** What imports leave there, and runs that could ask nothing. */
const BESIDE_RECORDS: readonly string[] = [
  FILE_NAMES.index,
  FILE_NAMES.audit,
  FILE_NAMES.lockSnapshot,
  '.gitignore',
];

function isRecord(name: string): boolean {
  return BESIDE_RECORDS.includes(name) || parseSnapshotName(name)?.name === 'members';
}
