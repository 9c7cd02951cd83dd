import { type KnownVeto, liftingEntry, type NodeEntry, standingVeto } from '../../grade/node-status.js';
import type { Island } from '../../island/island.js';
import type { JournalledVeto } from '../../island/journal/read-journal.js';
import { listSchemas, listSnapshots } from '../../island/list-namespace.js';
import { skillsFolder, snapshotFolder } from '../../island/logic/paths.js';
import type { EntriesSeen } from '../../island/read-namespace.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { groupBy } from '../../values/group-by.js';

/** Vetoes of one node that were raised while it was in a folder other than its current one. */
export interface VetoesElsewhere {
  readonly standing: readonly KnownVeto[];
  /** Ids of the entries that were read in those folders, and of all their journalled vetoes, lifted or not. */
  readonly gradingIds: ReadonlySet<string>;
  /** Whether a newer full entry in those folders lifts a veto; its own entry is older and may not have been read. */
  readonly isLifted: (veto: KnownVeto) => boolean;
}

/** Folder of an About that is no longer declared by any schema. */
export const ABOUT_OF_NONE = 'resources/about';

const NOWHERE: VetoesElsewhere = { standing: [], gradingIds: new Set(), isLifted: () => false };

/** Place of a node: `a/tools/x` is the part `tools/x` of the schema `a`. */
interface Place {
  /** Empty if the part no longer belongs to any schema. */
  readonly schema: string;
  /** Empty for the schema itself. */
  readonly part: string;
}

/**
 * Finds vetoes that follow their subject (decision 0072): content that has returned under another file name, or a skill
 * or an About that now belongs to another schema.
 *
 * @param read entries of a folder of the namespace
 * @param journalled vetoes in the journal
 * @returns a lookup for a node, by its folder and the areas of its entries
 */
export function createVetoFinder({
  island,
  namespace,
  read,
  journalled,
}: {
  island: Island;
  namespace: string;
  read: EntriesSeen;
  journalled: readonly JournalledVeto[];
}): (folder: string, areas: readonly AreaId[]) => VetoesElsewhere {
  const histories = once(() => historiesOf(island, namespace));
  const alike = once(() => groupAlike(histories()));
  const skills = once(() => skillsOf(island, namespace));
  const journal = once(() => groupByPart(journalled));
  return (folder, areas) => {
    // Subjects about the namespace as a whole have no other place.
    if (folder === '') return NOWHERE;
    const { schema, part } = placeOf(folder);
    const [kind, name = ''] = part.split('/');
    const known = journal().get(part) ?? [];
    const own = histories().get(schema) ?? [];
    const isNamed = kind === 'skills' || kind === 'resources';
    const there = isNamed
      ? ((kind === 'skills' ? skills().get(name) : [...histories().keys()]) ?? [])
      : own.flatMap(({ hash }) => alike().get(hash) ?? []);
    const others = new Set([...there, ...known.map((veto) => placeOf(veto.folder).schema)]);
    others.delete(schema);
    if (others.size === 0) return NOWHERE;
    const fits = isNamed ? BY_NAME : byContent(own);
    return lookAt({ schemas: [...others].sort(), part, areas }, { read, known, fits });
  };
}

/** Conditions under which a veto raised at another place applies to this node. */
interface Fits {
  readonly isMeant: (veto: KnownVeto) => boolean;
  /** Whether `by`, a newer full entry in any of the other folders, lifts the veto. */
  readonly isLifted: (veto: KnownVeto, by: NodeEntry) => boolean;
}

const BY_NAME: Fits = { isMeant: () => true, isLifted: () => true };

function byContent(own: History): Fits {
  return {
    isMeant: (veto) => wasThen(own, veto),
    isLifted: ({ gradingId }, { hash }) => gradingId.startsWith(`${hash}--`),
  };
}

type History = readonly { readonly hash: string; readonly timestamp: string }[];

function historiesOf(island: Island, namespace: string): ReadonlyMap<string, History> {
  return new Map(
    listSchemas(island, namespace).map((schema) => [
      schema,
      listSnapshots(island, snapshotFolder(namespace, schema), schema),
    ]),
  );
}

/** Schemas by the hashes they have had. */
function groupAlike(histories: ReadonlyMap<string, History>): ReadonlyMap<string, readonly string[]> {
  const alike = new Map<string, string[]>();
  for (const [schema, history] of histories) {
    for (const { hash } of history) alike.set(hash, [...(alike.get(hash) ?? []), schema]);
  }
  return alike;
}

/** Groups vetoes by the part they are about; leaves out those on the whole namespace, which belong to no schema. */
function groupByPart(journalled: readonly JournalledVeto[]): ReadonlyMap<string, readonly JournalledVeto[]> {
  const ofParts = journalled.filter(({ folder }) => folder !== '');
  return groupBy(ofParts, ({ folder }) => placeOf(folder).part);
}

/** Schemas by the skills stored with them. */
function skillsOf(island: Island, namespace: string): ReadonlyMap<string, readonly string[]> {
  const skills = new Map<string, string[]>();
  for (const schema of listSchemas(island, namespace)) {
    for (const skill of island.listFolders(skillsFolder(namespace, schema))) {
      skills.set(skill, [...(skills.get(skill) ?? []), schema]);
    }
  }
  return skills;
}

/**
 * Checks whether the schema had the vetoed content when the veto was raised, or at any later time. A later change of
 * the content does not lift the veto.
 */
function wasThen(history: History, { gradingId, at }: KnownVeto): boolean {
  return history.some(({ hash }, nth) => {
    const next = history[nth + 1]?.timestamp;
    return gradingId.startsWith(`${hash}--`) && (next === undefined || next > at);
  });
}

function lookAt(
  { schemas, part, areas }: { schemas: readonly string[]; part: string; areas: readonly AreaId[] },
  { read, known, fits }: { read: EntriesSeen; known: readonly JournalledVeto[]; fits: Fits },
): VetoesElsewhere {
  const places = schemas.map((schema) => {
    const folder = part === '' ? schema : `${schema}/${part}`;
    const { entries } = read(folder, areas);
    const own = known.filter((veto) => veto.folder === folder && areas.includes(veto.area));
    return { entries, own, veto: standingVeto(entries, own) };
  });
  const lifting = places.flatMap(({ entries }) => liftingEntry(entries) ?? []);
  const isLifted = (veto: KnownVeto) =>
    lifting.some((by) => by.timestamp > veto.at && fits.isLifted(veto, by));
  return {
    isLifted,
    standing: places.flatMap(({ veto }) => (veto && fits.isMeant(veto) && !isLifted(veto) ? [veto] : [])),
    gradingIds: new Set(
      places.flatMap(({ entries, own }) => [...entries, ...own].map(({ gradingId }) => gradingId)),
    ),
  };
}

function placeOf(folder: string): Place {
  const [schema = '', ...part] = folder === ABOUT_OF_NONE ? ['', folder] : folder.split('/');
  return { schema, part: part.join('/') };
}

function once<T>(make: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
}
