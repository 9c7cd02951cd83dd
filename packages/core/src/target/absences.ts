import { readNamespaceIndex, readTrusted } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSnapshots } from '../island/list-namespace.js';
import { formatSnapshotName, splitId } from '../island/logic/names.js';
import { namespaceFolder } from '../island/logic/paths.js';
import { memberList } from '../spec/members.js';

interface Absence {
  readonly from: string;
  /** null: it lasts. */
  readonly to: string | null;
}

/** Finds the absences of one schema in the member lists of a namespace. */
export type AbsencesOf = (schema: string) => readonly Absence[];

/**
 * The periods in which each schema was not a member: from a member list without the schema to the next list that
 * contains it. Grades given before such a period still count for the days before it.
 */
export function readAbsences(island: Island, namespace: string): AbsencesOf {
  const folder = namespaceFolder(namespace);
  const lists = listSnapshots(island, folder, 'members').flatMap((found) => {
    const list = readTrusted(island, `${folder}/${formatSnapshotName(found)}`, memberList);
    return list ? [{ at: found.timestamp, schemas: list.schemas }] : [];
  });
  return (schema) => {
    const absences: { from: string; to: string | null }[] = [];
    let isMember = false;
    for (const { at, schemas } of lists) {
      const open = absences.at(-1);
      if (schemas.includes(schema)) {
        if (open && open.to === null) open.to = at;
        isMember = true;
      } else if (isMember) {
        absences.push({ from: at, to: null });
        isMember = false;
      }
    }
    return absences;
  };
}

/**
 * Since when a member is retired, and what its namespace has instead.
 *
 * @param member `‹namespace›.‹schema›`
 * @returns null if it is not retired
 */
export function describeRetired(island: Island, member: string): string | null {
  const [namespace, schema] = splitId(member);
  const index = readNamespaceIndex(island, namespaceFolder(namespace));
  if (!index?.summary.retired.includes(schema)) return null;
  const since = readAbsences(island, namespace)(schema).at(-1)?.from;
  const now = Object.keys(index.schemas).sort().join(', ');
  return `${member} is retired${since === undefined ? '' : ` since ${since}`}; ${namespace} now has ${now || 'no schema'}`;
}
