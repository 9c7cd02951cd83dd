import { formatSnapshotName } from '../../engine/names.js';
import { readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { listSnapshots } from '../../island/list-namespace.js';
import { namespaceFolder } from '../../island/paths.js';
import type { Absence, EarlierNode } from '../../model/grading-report.js';
import { memberList } from '../../model/members.js';
import type { AreaId } from '../../model/vocabulary.js';
import type { HistoryReader } from '../history-reader.js';

/** What the member lists of a namespace say of one schema. */
export type AbsencesOf = (schema: string) => readonly Absence[];

/**
 * When each schema was no member: from a list that lacks it to the next one that has it again. What it was graded
 * before belongs to those days all the same.
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

/** Histories of what lies in the folders of schemas that are retired. */
export function readEarlierNodes(
  island: Island,
  { namespace, retired }: { namespace: string; retired: readonly string[] },
  { reader, absencesOf }: { reader: HistoryReader; absencesOf: AbsencesOf },
): EarlierNode[] {
  return retired.flatMap((schema) => {
    const below = (kind: string, area: AreaId) =>
      island
        .listFolders(`${namespaceFolder(namespace)}/${schema}/${kind}`)
        .map((name) => ({ folder: `${schema}/${kind}/${name}`, area }));
    const places = [
      { folder: schema, area: 'tools-aggregate-schema' as const },
      ...below('tools', 'single-test'),
      ...below('skills', 'namespace-skills'),
    ];
    return places
      .map(({ folder, area }) => reader.read({ folder, area, hash: '' }).history)
      .filter((history) => history.length > 0)
      .map((history) => ({
        schema,
        history: history.map(({ at, mode, score, scoringSystem }) => ({
          at,
          mode,
          score,
          ...(scoringSystem !== undefined && { scoringSystem }),
        })),
        away: absencesOf(schema),
      }));
  });
}
