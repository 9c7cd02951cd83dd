import { judgeFacts } from '../../grade/tool-standing.js';
import { readLockSnapshot } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { readNamespaceOnDisk } from '../../island/journal/index-on-disk.js';
import { journalledVetoes } from '../../island/journal/read-journal.js';
import { namespaceFolder } from '../../island/logic/paths.js';
import { type EntriesSeen, readFacts } from '../../island/read-namespace.js';
import type { Problem } from '../../problems/problem.js';
import type { GradedContent } from '../../questions/applicability.js';
import { isUserParameter } from '../../sources/logic/parameter-options.js';
import type { Obstacle, Thresholds } from '../../spec/books/book.js';
import type { SchemaFacts } from '../../spec/facts.js';
import { hashNamespace } from '../../spec/hash.js';
import type { IndexNode, LockSnapshot, NamespaceIndex } from '../../spec/index-file.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { createEntryReader } from '../entry-reader.js';
import {
  type KnownSchemas,
  knownSchema,
  type NamespaceOutline,
  outlineNamespace,
  readMain,
  readWrite,
  type SchemaOutline,
} from '../load-namespace.js';
import { buildNamespaceIndex } from '../logic/build-index.js';
import { noTestableTool, waitForSchemas, withoutUsableSchema } from '../logic/schema-node.js';
import { type Subject, subjectsOf } from '../logic/subjects.js';
import { NO_ABOUT } from '../logic/waits-for.js';
import { type LoadedLists, readProviderLists } from '../provider-lists.js';
import { deriveFailed } from './derive-failed.js';
import { createNodeDeriver, type NodeToDerive, type VetoSources } from './derive-node.js';
import { deriveSchema } from './derive-schema.js';
import { bindingFacts, isOfOtherCode, listChanges, shapesOf } from './facts-in-force.js';
import { lostInNamespace } from './lost-references.js';
import { ABOUT_OF_NONE, createVetoFinder } from './vetoes-elsewhere.js';

export interface DerivedNamespace {
  readonly index: NamespaceIndex;
  readonly outline: NamespaceOutline;
  /** Facts about the current content, by schema. */
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  /** Schemas whose facts are about the current main, but about code that is no longer current. */
  readonly voidFacts: ReadonlySet<string>;
  /** The lists its schemas refer to. */
  readonly lists: LoadedLists;
  /** Hash of the namespace's members and About, to which its namespace-wide entries are bound. */
  readonly namespaceHash: string;
  /** All gradable subjects with their status. */
  readonly subjects: readonly Subject[];
  /** Areas that wait until every schema is green, with the reason; null if none waits. */
  readonly waiting: { readonly areas: readonly AreaId[]; readonly reason: string } | null;
  /** Files that could not be used. */
  readonly problems: readonly Problem[];
}

/** Content of a namespace that was already read, so that no file is read twice. */
export interface SeenContent {
  readonly entries?: EntriesSeen | undefined;
  /** Snapshots and their tools; missing ones are read. */
  readonly schemas?: KnownSchemas | undefined;
}

const WITHOUT_ABOUT: Obstacle = { cause: 'no-about', text: NO_ABOUT };

/**
 * Derives the index of a namespace from its files, the previous index and the clock. Writes nothing.
 *
 * @param reuse use what the previous index records about unchanged snapshots; if false, every snapshot is read
 * @throws GradingError IDX-011 if the index on disk is damaged
 */
export function deriveNamespace(input: NamespaceInput): DerivedNamespace {
  return input.island.withListings(() => readAndDerive(input));
}

interface NamespaceInput {
  island: Island;
  namespace: string;
  now: Date;
  reuse?: boolean;
  lockSnapshot?: LockSnapshot;
  /** Grade again with these thresholds. */
  thresholds?: Partial<Thresholds> | undefined;
  /** Derive as versions before decision 0063 did. */
  asBefore?: boolean | undefined;
  /** Content that was already read. */
  seen?: SeenContent | undefined;
  /** Whether the outline keeps the contents of the snapshots that are read. */
  keep?: boolean;
}

function readAndDerive({
  island,
  namespace,
  now,
  reuse = true,
  lockSnapshot,
  thresholds,
  asBefore,
  seen,
  keep,
}: NamespaceInput): DerivedNamespace {
  const folder = namespaceFolder(namespace);
  const { index: previous, standing, journal } = readNamespaceOnDisk(island, namespace);
  // An edited index proves nothing about snapshots.
  const isReused = reuse && standing !== 'other';
  const outline = outlineNamespace(
    island,
    namespace,
    seen?.schemas ?? (isReused ? previous?.schemas : null) ?? {},
    keep,
  );
  const namespaceHash = hashOfNamespace(namespace, outline);
  const problems: Problem[] = [];
  const read = seen?.entries ?? createEntryReader(island, folder, journal).seen;
  const derive = createNodeDeriver({
    island,
    now,
    problems,
    thresholds,
    asBefore,
    vetoes: vetoSources(island, namespace, { journal, read }),
    read,
  });
  const { spec } = island.book;
  const voidFacts = new Set<string>();
  const lists = readProviderLists(island, namespace);
  const failures = new Map(outline.failed.map((file) => [file.schema, file]));
  const schemas = outline.schemas.map((schema) => {
    const failed = failures.get(schema.schema);
    if (failed) return deriveFailed(failed, { schema, before: knownSchema(previous, schema.schema), derive });
    const main = readOnce(island, namespace, schema);
    const listChange =
      asBefore || !lists.mayHaveChanged ? undefined : listChanges(lists, () => main()?.sharedLists ?? []);
    const found = readFacts(island, namespace, schema.schema);
    const bound = bindingFacts(found, { schema, lists, listChange, problems });
    const facts = bound && judgeFacts(bound, spec, shapesOf(main, lists));
    if (isOfOtherCode(found.facts, schema)) voidFacts.add(schema.schema);
    return {
      facts,
      ...deriveSchema(schema, {
        facts,
        before: knownSchema(previous, schema.schema),
        contentOf: contentsOf(schema, main),
        outdated: listChange,
        spec,
        writesTo: () => (asBefore ? null : readWrite(island, namespace, schema)),
        derive,
      }),
    };
  });
  const isStored = new Set(outline.schemas.map(({ schema }) => schema));
  const unstored = outline.failed
    .filter(({ schema }) => !isStored.has(schema))
    .map((failed) => deriveFailed(failed, { before: knownSchema(previous, failed.schema), derive }));
  const tools = outline.schemas.some(({ unreadable }) => unreadable !== null)
    ? null
    : outline.schemas.flatMap((schema) => schema.tools).length;
  const nodes = [...schemas, ...unstored].map((schema) => schema.nodes);
  const waits = waitForSchemas(nodes, spec);
  const unusable = withoutUsableSchema(nodes, spec);
  const isTestable = schemas.some(({ testable }) => testable);
  const obstacle = isTestable ? waits : noTestableTool(nodes.map(({ cause }) => cause));
  const deriveWide = (area: AreaId, before: IndexNode | undefined) =>
    derive({
      folder: '',
      areas: [area],
      currentHash: namespaceHash,
      before,
      obstacle,
      unresolved: unusable,
      content: { tools: () => tools },
    });
  const index = buildNamespaceIndex(
    {
      namespace,
      schemas: nodes,
      namespaceAggregate: deriveWide('tools-aggregate-namespace', previous?.namespaceAggregate),
      description: deriveWide('namespace-description', previous?.description),
      about: deriveAbout(outline, { previous, derive, unusable }),
      skills: deriveSkills(outline, {
        previous,
        derive,
        waits,
        unusable,
        lost: lostInNamespace(island, namespace, outline),
      }),
      retired: outline.retired,
      lockSnapshot: lockSnapshot ?? readLockSnapshot(island, folder, previous),
    },
    previous,
    { now, book: island.book },
  );
  const known = schemas.flatMap(({ nodes, facts }) => (facts ? [[nodes.schema, facts] as const] : []));
  const subjects = subjectsOf(index, { ...outline, namespaceHash });
  const waiting = waits && { areas: spec.waitForGreen, reason: waits.text };
  const facts = new Map(known);
  return { index, outline, facts, voidFacts, lists, namespaceHash, subjects, waiting, problems };
}

function vetoSources(
  island: Island,
  namespace: string,
  { journal, read }: { journal: Uint8Array | null; read: EntriesSeen },
): VetoSources {
  const journalled = journalledVetoes(journal, island.now());
  return { journalled, elsewhere: createVetoFinder({ island, namespace, read, journalled }) };
}

type Derive = (node: NodeToDerive) => IndexNode;

/** The main of a schema; its snapshot is read on demand, and at most once. */
function readOnce(island: Island, namespace: string, schema: SchemaOutline): () => SchemaMain | null {
  let known: SchemaMain | null | undefined;
  return () => {
    if (known === undefined) known = readMain(island, namespace, schema);
    return known;
  };
}

/** The content that decides which questions apply to a schema's tools and their aggregate. */
function contentsOf(schema: SchemaOutline, main: () => SchemaMain | null) {
  return (tool: string | null): GradedContent => ({
    tools: () => (schema.unreadable === null ? schema.tools.length : null),
    serverParameters: () => main() && (main()?.requiredServerParams ?? []).length,
    userParameters: () => {
      const parameters = tool === null ? undefined : main()?.tools?.[tool]?.parameters;
      return parameters?.filter(isUserParameter).length ?? null;
    },
  });
}

/** Derives the node of the About. A veto on an About outlives the About (decision D24). */
function deriveAbout(
  { about }: NamespaceOutline,
  {
    previous,
    derive,
    unusable,
  }: { previous: NamespaceIndex | null; derive: Derive; unusable: Obstacle | null },
): IndexNode {
  return derive({
    folder: about ? `${about.schema}/resources/about` : ABOUT_OF_NONE,
    areas: ['about-namespace'],
    currentHash: about?.hash ?? null,
    before: previous?.about,
    obstacle: about ? null : WITHOUT_ABOUT,
    unresolved: about && unusable,
  });
}

function deriveSkills(
  { skills }: NamespaceOutline,
  {
    previous,
    derive,
    waits,
    unusable,
    lost,
  }: {
    previous: NamespaceIndex | null;
    derive: Derive;
    /** What all of them wait for. */
    waits: Obstacle | null;
    /** Why none of them counts. */
    unusable: Obstacle | null;
    /** A skill's broken references. */
    lost: ReadonlyMap<string, Obstacle>;
  },
): Record<string, IndexNode> {
  const nodes = skills.map(({ schema, skill, hash }) => {
    const id = `${schema}.${skill}`;
    const node = derive({
      folder: `${schema}/skills/${skill}`,
      areas: ['namespace-skills'],
      currentHash: hash,
      before: knownSkill(previous, id),
      obstacle: waits,
      unresolved: unusable ?? lost.get(id) ?? null,
    });
    return [id, node] as const;
  });
  return Object.fromEntries(nodes);
}

function hashOfNamespace(namespace: string, { schemas, about }: NamespaceOutline): string {
  const members = schemas.map((schema) => `${namespace}.${schema.schema}@${schema.snapshot.hash}`);
  return hashNamespace({ members: members.sort(), aboutHash: about?.hash ?? null });
}

function knownSkill(index: NamespaceIndex | null, id: string): IndexNode | undefined {
  return index && Object.hasOwn(index.skills, id) ? index.skills[id] : undefined;
}
