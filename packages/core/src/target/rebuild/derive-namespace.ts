import { isHeld } from '../../grade/roll-up.js';
import { judgeFacts, obstacleOf } from '../../grade/tool-standing.js';
import { readLockSnapshot } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { readNamespaceOnDisk } from '../../island/journal/index-on-disk.js';
import { journalledVetoes } from '../../island/journal/read-journal.js';
import { timestampOfIso, toolFolderName } from '../../island/logic/names.js';
import { namespaceFolder } from '../../island/logic/paths.js';
import { type EntriesSeen, readFacts } from '../../island/read-namespace.js';
import { shapeOfTool } from '../../pretest/logic/judge-tool.js';
import { describeProblem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { GradedContent } from '../../questions/applicability.js';
import { isUserParameter } from '../../sources/logic/parameter-options.js';
import { resolveSharedLists } from '../../sources/shared-lists.js';
import type { Obstacle, SpecRules, Thresholds, ToolShape } from '../../spec/books/book.js';
import type { SchemaFacts } from '../../spec/facts.js';
import { gatheredField } from '../../spec/gathered.js';
import { hashNamespace } from '../../spec/hash.js';
import type { IndexNode, IndexSchema, LockSnapshot, NamespaceIndex } from '../../spec/index-file.js';
import type { SchemaMain, SharedListReference } from '../../spec/schema-main.js';
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
  writingProblem,
} from '../load-namespace.js';
import { buildNamespaceIndex } from '../logic/build-index.js';
import { describeListChange } from '../logic/provider-lists.js';
import { commonCause, noTestableTool, type SchemaNodes, waitForSchemas } from '../logic/schema-node.js';
import { type Subject, subjectsOf } from '../logic/subjects.js';
import { type LoadedLists, readProviderLists } from '../provider-lists.js';
import { deriveFailed } from './derive-failed.js';
import { createNodeDeriver, type NodeToDerive, type VetoSources } from './derive-node.js';
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

const NO_ABOUT: Obstacle = { cause: 'no-about', text: 'no About resource' };

/**
 * Derives the index of a namespace from its files, the previous index and the clock. Writes nothing.
 *
 * @param reuse use what the previous index records about unchanged snapshots; if false, every snapshot is read
 * @throws GradingError IDX-011 if the index on disk is damaged
 */
export function deriveNamespace({
  island,
  namespace,
  now,
  reuse = true,
  lockSnapshot,
  thresholds,
  asBefore,
  seen,
}: {
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
}): DerivedNamespace {
  const folder = namespaceFolder(namespace);
  const { index: previous, standing, journal } = readNamespaceOnDisk(island, namespace);
  // An edited index proves nothing about snapshots.
  const isReused = reuse && standing !== 'other';
  const outline = outlineNamespace(
    island,
    namespace,
    seen?.schemas ?? (isReused ? previous?.schemas : null) ?? {},
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
        writing: () => (asBefore ? null : describeWrite(readWrite(island, namespace, schema))),
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
  const isTestable = schemas.some(({ testable }) => testable);
  const obstacle = isTestable ? waits : noTestableTool(nodes.map(({ cause }) => cause));
  const deriveWide = (area: AreaId, before: IndexNode | undefined) =>
    derive({
      folder: '',
      areas: [area],
      currentHash: namespaceHash,
      before,
      obstacle,
      content: { tools: () => tools },
    });
  const index = buildNamespaceIndex(
    {
      namespace,
      schemas: nodes,
      namespaceAggregate: deriveWide('tools-aggregate-namespace', previous?.namespaceAggregate),
      description: deriveWide('namespace-description', previous?.description),
      about: deriveAbout(outline, previous, derive),
      skills: deriveSkills(outline, {
        previous,
        derive,
        waits,
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

/** A schema with its tools, and whether a grader can be asked about at least one of them. */
function deriveSchema(
  { schema, snapshot, tools, unreadable }: SchemaOutline,
  {
    facts,
    before,
    contentOf,
    outdated,
    spec,
    writing,
    derive,
  }: {
    facts: SchemaFacts | null;
    before: IndexSchema | undefined;
    contentOf: (tool: string | null) => GradedContent;
    outdated: ListChange | undefined;
    spec: SpecRules;
    /** Why the schema's tools can no longer be graded; called if one of them has no grade. */
    writing: () => Obstacle | null;
    derive: Derive;
  },
): { nodes: SchemaNodes; testable: boolean } {
  const { hash } = snapshot;
  const broken = unreadable === null ? null : ({ cause: 'invalid', text: unreadable } as const);
  let written: Obstacle | null | undefined;
  const obstacles = new Map(tools.map((tool) => [tool, obstacleOf(facts?.tools[tool])]));
  const toolNodes = tools.map((tool) => {
    const known = facts?.tools[tool];
    const asked = {
      folder: `${schema}/tools/${toolFolderName(tool)}`,
      areas: ['single-test'],
      currentHash: hash,
      before: before?.tools[tool],
      outdated,
      content: contentOf(tool),
    } as const;
    let node = derive({ ...asked, obstacle: obstacles.get(tool) ?? null });
    if (node.status === 'pending' || (node.status === 'blocked' && !isHeld(node))) {
      if (written === undefined) written = writing();
      if (written !== null) node = derive({ ...asked, obstacle: written });
    }
    // Facts may be newer or older than the grade: either way, they are what is known about the tool.
    const testDepth = known ? spec.rung(known.working) : null;
    return [
      tool,
      { ...node, ...gatheredField([node.gathered, known?.gathered]), ...(testDepth && { testDepth }) },
    ] as const;
  });
  const testable = toolNodes.some(([tool, node]) => isTestable(node, hash, obstacles.get(tool) ?? null));
  const held = toolNodes.filter(([, node]) => isHeld(node)).map(([tool]) => obstacles.get(tool)?.cause);
  const cause = commonCause(held);
  const toolsAggregate = derive({
    folder: schema,
    areas: ['tools-aggregate-schema'],
    currentHash: hash,
    before: before?.toolsAggregate,
    obstacle: broken ?? (testable ? null : noTestableTool([cause])),
    outdated,
    content: contentOf(null),
  });
  const passing = new Set(tools.filter((tool) => facts?.tools[tool] && obstacles.get(tool) === null));
  const shown = { toolsAggregate, tools: Object.fromEntries(toolNodes) };
  const isReadable = broken === null;
  return {
    nodes: { schema, snapshot, unreadable: broken, isReadable, ...shown, passing, cause },
    testable,
  };
}

function describeWrite(path: string | null): Obstacle | null {
  if (path === null) return null;
  const found = writingProblem(path);
  return { cause: 'few-tests', text: describeProblem(found).message, code: found.code };
}

/** The main of a schema; its snapshot is read on demand, and at most once. */
function readOnce(island: Island, namespace: string, schema: SchemaOutline): () => SchemaMain | null {
  let known: SchemaMain | null | undefined;
  return () => {
    if (known === undefined) known = readMain(island, namespace, schema);
    return known;
  };
}

/** Why facts or grades from a given time are about lists other than the current ones; null if they are not. */
type ListChange = (timestamp: string) => string | null;

function listChanges(lists: LoadedLists, references: () => readonly SharedListReference[]): ListChange {
  return (timestamp) => {
    const name = lists.changedSince(references(), timestamp);
    return name === null ? null : describeListChange(name);
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
  previous: NamespaceIndex | null,
  derive: Derive,
): IndexNode {
  return derive({
    folder: about ? `${about.schema}/resources/about` : ABOUT_OF_NONE,
    areas: ['about-namespace'],
    currentHash: about?.hash ?? null,
    before: previous?.about,
    obstacle: about ? null : NO_ABOUT,
  });
}

function deriveSkills(
  { skills }: NamespaceOutline,
  {
    previous,
    derive,
    waits,
    lost,
  }: {
    previous: NamespaceIndex | null;
    derive: Derive;
    /** What all of them wait for. */
    waits: Obstacle | null;
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
      unresolved: lost.get(id) ?? null,
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

/** Checks whether facts are about the current main, but about code that is no longer current. */
function isOfOtherCode(facts: SchemaFacts | null, { snapshot }: SchemaOutline): boolean {
  return facts?.schemaHash === snapshot.hash && facts.fileSha256 !== snapshot.fileSha256;
}

/**
 * Returns the facts if they still hold, null otherwise: facts are void for content other than the tested content
 * (grading-rules §5), and for lists other than those their tests used (decision 0075).
 */
function bindingFacts(
  found: { facts: SchemaFacts | null; problems: Problem[] },
  {
    schema: { snapshot },
    lists,
    listChange,
    problems,
  }: {
    schema: SchemaOutline;
    lists: LoadedLists;
    listChange: ListChange | undefined;
    problems: Problem[];
  },
): SchemaFacts | null {
  problems.push(...found.problems);
  const { facts } = found;
  if (!facts || facts.schemaHash !== snapshot.hash || facts.fileSha256 !== snapshot.fileSha256) return null;
  if (facts.lists) return lists.areCurrent(facts.lists) ? facts : null;
  // An earlier version kept no hashes: its facts hold until a list changes.
  const at = timestampOfIso(facts.checkedAt);
  return listChange && listChange(at) !== null ? null : facts;
}

/** What the bars of a schema's tools depend on, read from its snapshot; null for a tool that it does not have. */
function shapesOf(main: () => SchemaMain | null, lists: LoadedLists) {
  return (name: string): ToolShape | null => {
    const { tools = {}, sharedLists = [] } = main() ?? {};
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    return tool ? shapeOfTool(tool, resolveSharedLists(sharedLists, lists.filesFor(sharedLists))) : null;
  };
}

/**
 * Checks whether a grader can be asked about a tool. A veto is shown until it is lifted, but only one on the current
 * content prevents questions.
 */
function isTestable(node: IndexNode, hash: string, obstacle: Obstacle | null): boolean {
  return node.status === 'rejected' ? node.boundTo !== hash && obstacle === null : !isHeld(node);
}
