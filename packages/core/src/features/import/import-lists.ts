import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { listEntries, listSchemas, listSnapshots } from '../../island/list-namespace.js';
import { findAlike, formatSnapshotName, isSafeName, nextTimestamp } from '../../island/logic/names.js';
import {
  FILE_NAMES,
  listFolder,
  providerLists,
  SHARED_LISTS,
  schemaFolder,
} from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { ListCatalogue, ListFile } from '../../sources/shared-lists.js';
import { hashValue } from '../../spec/hash.js';
import { readListHistory } from '../../target/provider-lists.js';
import type { ListHolders } from './list-holders.js';
import type { ImportSource } from './logic/sources.js';
import type { ImportedNamespace } from './result.js';

interface ListsInput {
  readonly island: Island;
  readonly namespace: string;
  /** The available lists, in the order in which the provider looks them up. */
  readonly lists: ListCatalogue;
  readonly sources: readonly ImportSource[];
}

export interface ListPlan {
  /** The lists that the imported schemas refer to. */
  readonly lists: ImportedNamespace['lists'];
  readonly creates: readonly { readonly path: string; readonly bytes: string }[];
  /** LST-103 and LST-104. */
  readonly warnings: readonly Problem[];
}

/**
 * Plans the snapshots of the lists that a provider's sources refer to. Each list is taken from its preferred place
 * (decision 0075). A list that equals the newest snapshot of its version is skipped; a list that returns to older
 * content becomes the newest again (decision D9).
 *
 * @param isKnown whether the namespace was imported before
 */
export function planLists(
  input: ListsInput,
  { holders, isKnown, now }: { holders: ListHolders; isKnown: boolean; now: Date },
): ListPlan {
  const plans = wantedLists(input).map((list) => {
    const before = currentHash(input, list, isKnown);
    const hash = hashList(list);
    const isOwn = before?.place === 'own' && before.hash === hash;
    const placed = isOwn ? null : placeList(input, list, now);
    const { name, version } = list;
    return {
      list: { list: name, version, hash, snapshot: placed?.path ?? null },
      creates: placed ? [placed] : [],
      warnings: [
        ...tellOthers(input, list, holders),
        ...(before && before.hash !== hash ? [tellChanged(list)] : []),
      ],
    };
  });
  return {
    lists: plans.map(({ list }) => list),
    creates: plans.flatMap(({ creates }) => creates),
    warnings: plans.flatMap(({ warnings }) => warnings),
  };
}

/** Hash of the list that the provider's tests have used so far. */
function currentHash(
  { island, namespace }: ListsInput,
  { name, version }: ListFile,
  isKnown: boolean,
): { readonly place: 'own' | 'earlier'; readonly hash: string } | null {
  const newest = (lists: string) =>
    readListHistory(island, lists, name)?.findLast((list) => list.version === version);
  const own = newest(providerLists(namespace));
  if (own) return { place: 'own', hash: own.hash };
  const earlier = isKnown ? newest(SHARED_LISTS) : undefined;
  return earlier ? { place: 'earlier', hash: earlier.hash } : null;
}

function placeList({ island, namespace }: ListsInput, list: ListFile, now: Date) {
  const { name } = list;
  const folder = listFolder(providerLists(namespace), name);
  const known = listSnapshots(island, folder, name).map(({ timestamp }) => timestamp);
  // Choose a time after every grade given with the previous list, so that those grades are recognized as belonging to
  // it.
  const timestamp = nextTimestamp(now, [...known, ...toolEntryTimes(island, namespace)]);
  const file = formatSnapshotName({ name, timestamp, hash: hashList(list), extension: 'json' });
  return { path: `${folder}/${file}`, bytes: formatJson(contentOf(list)) };
}

function toolEntryTimes(island: Island, namespace: string): string[] {
  return listSchemas(island, namespace).flatMap((schema) => {
    const folder = schemaFolder(namespace, schema);
    const tools = island.listFolders(`${folder}/tools`).map((tool) => `${folder}/tools/${tool}`);
    return [folder, ...tools].flatMap((place) =>
      listEntries(island, `${place}/${FILE_NAMES.gradings}`).map(({ timestamp }) => timestamp),
    );
  });
}

/**
 * LST-102 for each list that is never read, because another list with the same name and version precedes it in the
 * search path.
 */
export function findHiddenLists(
  lists: ListCatalogue,
  sources: readonly Pick<ImportSource, 'main'>[],
): Problem[] {
  return wantedLists({ lists, sources }).flatMap((list) => {
    const { name, version, file: used } = list;
    return lists.files
      .filter((one) => one.name === name && one.version === version && hashList(one) !== hashList(list))
      .map(({ file }) => problem('LST-102', { file }, { list: name, version, used }));
  });
}

/** GATE-025 for each list that the sources refer to and that is left out because it holds a key. */
export function findListsWithKey(
  { files, withKey }: ListCatalogue,
  sources: readonly Pick<ImportSource, 'main'>[],
): Problem[] {
  return withKey
    .filter(({ name, version }) => !findList(files, name, version) && refersTo(sources, name, version))
    .map(({ file, keyAt }) => problem('GATE-025', { file, ...keyAt }));
}

function refersTo(sources: readonly Pick<ImportSource, 'main'>[], name: string, version: string): boolean {
  return sources.some(({ main }) =>
    main?.sharedLists?.some((list) => list.ref === name && list.version === version),
  );
}

/** Maximum number of namespaces that a message names: hundreds may have a different list of the same name. */
const MOST_NAMED = 8;

function tellOthers({ namespace }: ListsInput, list: ListFile, holders: ListHolders): Problem[] {
  const { name, version, file } = list;
  const others = holders.others(namespace, { name, version, hash: hashList(list) });
  if (others.length === 0) return [];
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
  const named = `${others.slice(0, MOST_NAMED).join(', ')}${more}`;
  return [problem('LST-103', { file }, { list: name, version, others: named })];
}

function tellChanged({ name, version, file }: ListFile): Problem {
  return problem('LST-104', { file }, { list: name, version });
}

function hashList(list: ListFile): string {
  return hashValue(contentOf(list));
}

function contentOf({ name, version, entries }: ListFile) {
  return { meta: { name, version }, entries };
}

/**
 * IMP-015 for each list whose folder some disks would treat as the folder of another list, whether that list is stored
 * or in the same import.
 */
export function checkLists(input: ListsInput): Problem[] {
  const { island, namespace, sources } = input;
  const wanted = wantedLists(input).map(({ name }) => name);
  if (wanted.length === 0) return [];
  const known = island.listFolders(providerLists(namespace));
  return findAlike([...known, ...wanted])
    .filter(([name]) => !known.includes(name))
    .map(([name, other]) => {
      const source = sources.find(({ main }) => main?.sharedLists?.some(({ ref }) => ref === name));
      return problem('IMP-015', source && { file: source.file }, { what: 'shared lists', name, other });
    });
}

function wantedLists({
  lists,
  sources,
}: {
  lists: ListCatalogue;
  sources: readonly Pick<ImportSource, 'main'>[];
}): ListFile[] {
  const references = sources.flatMap((source) => source.main?.sharedLists ?? []);
  const found = references.flatMap(({ ref, version }) => findList(lists.files, ref, version) ?? []);
  return [...new Set(found)].filter(({ name }) => isSafeName(name));
}

/** If several lists have the same name and version, the first one is preferred. */
function findList(files: readonly ListFile[], name: string, version: string) {
  return files.find((list) => list.name === name && list.version === version);
}
