import type { Island } from '../../island/island.js';
import { listSnapshots } from '../../island/list-namespace.js';
import { aboutFolder, aboutName } from '../../island/logic/paths.js';
import { readMembers } from '../../island/read-namespace.js';
import { fatal } from '../../problems/error-codes.js';
import type { SnapshotRef } from '../../spec/index-file.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import { readMains } from '../../target/load-namespace.js';
import { splitId } from '../../target/logic/names.js';
import { readProviderLists } from '../../target/provider-lists.js';
import { isRecord } from '../../values/is-record.js';

/** A file exported beside the schemas, and its path in the island. */
export interface ExportedFile {
  readonly from: string;
  readonly to: string;
}

/** The files that exported schemas rest on, at the paths where an import looks for them. */
export interface Companions {
  /** null: none of the schemas declares the About of the namespace. */
  readonly about: ExportedFile | null;
  readonly lists: readonly (ExportedFile & { readonly list: string; readonly version: string })[];
}

const FOLDER = 'schemas';

/**
 * The About and the shared lists of these schemas.
 *
 * @throws GradingError EXP-004 if the snapshot of the About is missing
 */
export function findCompanions(
  island: Island,
  namespace: string,
  schemas: Readonly<Record<string, { readonly snapshot: SnapshotRef }>>,
): Companions {
  const mains = readMains(island, namespace, schemas);
  const references = Object.values(mains).flatMap(({ sharedLists = [] }) => sharedLists);
  const found = [...readProviderLists(island, namespace).resolve(references).values()];
  return {
    about: findAbout(island, namespace, mains),
    lists: found.map(({ name: list, version, file: from }) => {
      const isOnly = found.filter(({ name }) => name === list).length === 1;
      const to = `${FOLDER}/_lists/${isOnly ? list : `${list}-${version}`}.json`;
      return { list, version, from, to };
    }),
  };
}

function findAbout(
  island: Island,
  namespace: string,
  mains: Readonly<Record<string, SchemaMain>>,
): ExportedFile | null {
  const schema = readMembers(island, namespace)?.about;
  if (schema === undefined || !Object.hasOwn(mains, schema)) return null;
  const folder = aboutFolder(namespace, schema);
  const newest = listSnapshots(island, folder, aboutName(namespace)).at(-1);
  if (!newest) throw fatal('EXP-004', { file: folder }, { file: aboutName(namespace), target: namespace });
  const about = mains[schema]?.resources?.about;
  const name = isRecord(about) && typeof about.name === 'string' ? about.name : `${aboutName(namespace)}.md`;
  return { from: `${folder}/${newest.file}`, to: `${FOLDER}/resources/${name}` };
}

/** Names the nodes that were vetoed directly, for a message; leaves out nodes that only show the veto of a part. */
export function nameRejected(
  nodes: readonly (readonly [string, { readonly status: string; readonly veto?: unknown }])[],
): string {
  const vetoed = nodes.filter(
    ([node, { status, veto }]) => status === 'rejected' && (veto || isMember(node)),
  );
  const more = vetoed.length > 3 ? ` and ${vetoed.length - 3} more` : '';
  return `${vetoed
    .slice(0, 3)
    .map(([node]) => node)
    .join(', ')}${more}`;
}

function isMember(node: string): boolean {
  return splitId(node)[0] === 'members';
}
