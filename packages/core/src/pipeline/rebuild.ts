import { hashNamespace } from '../engine/hash.js';
import { toolFolderName } from '../engine/names.js';
import { buildNamespaceIndex, type SchemaNodes } from '../engine/namespace-index.js';
import { type Subject, subjectsOf } from '../engine/subjects.js';
import { formatJson, readLockSnapshot, readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES, namespaceFolder } from '../island/paths.js';
import { readFacts } from '../island/read-namespace.js';
import type { SchemaFacts } from '../model/facts.js';
import type { IndexNode, LockSnapshot, NamespaceIndex } from '../model/index-file.js';
import type { Problem } from '../model/problem.js';
import type { AreaId } from '../model/vocabulary.js';
import { createNodeDeriver } from './derive-node.js';
import {
  knownSchema,
  type NamespaceOutline,
  outlineNamespace,
  type SchemaOutline,
} from './load-namespace.js';

export interface DerivedNamespace {
  readonly index: NamespaceIndex;
  readonly outline: NamespaceOutline;
  /** Facts that bind to the current content, by schema. */
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  /** Hash of the namespace's members and About; what its namespace-wide entries are bound to. */
  readonly namespaceHash: string;
  /** Everything that can be graded, with how it stands. */
  readonly subjects: readonly Subject[];
  /** Files that could not be used. */
  readonly problems: readonly Problem[];
}

const NO_TESTABLE_TOOL = 'no testable tool';
const NO_ABOUT = 'no About resource';

/**
 * Derives the index of a namespace from its files, the previous index and the clock. Writes nothing.
 *
 * @param reuse take what the previous index says of unchanged snapshots; false reads every one
 * @throws GradingError IDX-003 when the index on disk is damaged
 */
export function deriveNamespace({
  island,
  namespace,
  now,
  reuse = true,
  lockSnapshot,
}: {
  island: Island;
  namespace: string;
  now: Date;
  reuse?: boolean;
  lockSnapshot?: LockSnapshot;
}): DerivedNamespace {
  const folder = namespaceFolder(namespace);
  const previous = readNamespaceIndex(island, folder);
  const outline = outlineNamespace(island, namespace, reuse ? previous : null);
  const namespaceHash = hashOfNamespace(namespace, outline);
  const facts = new Map<string, SchemaFacts>();
  const problems: Problem[] = [];

  const deriveNode = createNodeDeriver({ island, base: folder, now, problems });
  const derive = (
    nodeFolder: string,
    area: AreaId,
    currentHash: string,
    before: IndexNode | undefined,
    obstacle: string | null,
  ) => deriveNode({ folder: nodeFolder, areas: [area], currentHash, before, obstacle });

  let anyTestable = false;
  const schemas = outline.schemas.map((schema): SchemaNodes => {
    const before = knownSchema(previous, schema.schema);
    const known = bindingFacts(readFacts(island, namespace, schema.schema), schema, problems);
    if (known) facts.set(schema.schema, known);
    const tools = Object.fromEntries(
      schema.tools.map((tool) => {
        const node = `${schema.schema}/tools/${toolFolderName(tool)}`;
        return [
          tool,
          derive(node, 'single-test', schema.snapshot.hash, before?.tools[tool], obstacleOf(known, tool)),
        ];
      }),
    );
    const testable = Object.entries(tools).some(([tool, node]) =>
      isTestable(node, schema, obstacleOf(known, tool)),
    );
    anyTestable ||= testable;
    const obstacle = schema.unreadable ?? (testable ? null : NO_TESTABLE_TOOL);
    return {
      schema: schema.schema,
      snapshot: schema.snapshot,
      unreadable: schema.unreadable,
      toolsAggregate: derive(
        schema.schema,
        'tools-aggregate-schema',
        schema.snapshot.hash,
        before?.toolsAggregate,
        obstacle,
      ),
      tools,
    };
  });

  const obstacle = anyTestable ? null : NO_TESTABLE_TOOL;
  const index = buildNamespaceIndex(
    {
      namespace,
      schemas,
      namespaceAggregate: derive(
        '',
        'tools-aggregate-namespace',
        namespaceHash,
        previous?.namespaceAggregate,
        obstacle,
      ),
      description: derive('', 'namespace-description', namespaceHash, previous?.description, obstacle),
      about: outline.about
        ? derive(
            `${outline.about.schema}/resources/about`,
            'about-namespace',
            outline.about.hash,
            previous?.about,
            null,
          )
        : withoutAbout(previous?.about),
      skills: Object.fromEntries(
        outline.skills.map(({ schema, skill, hash }) => {
          const id = `${schema}.${skill}`;
          return [
            id,
            derive(`${schema}/skills/${skill}`, 'namespace-skills', hash, knownSkill(previous, id), null),
          ];
        }),
      ),
      retired: outline.retired,
      lockSnapshot: lockSnapshot ?? readLockSnapshot(island, folder, previous),
    },
    previous,
    now,
  );
  const subjects = subjectsOf(index, { ...outline, namespaceHash });
  return { index, outline, facts, namespaceHash, subjects, problems };
}

/**
 * Writes the index of a namespace, if it would change.
 *
 * @returns what was derived, and whether the file was written
 */
export function rebuildNamespace(input: Parameters<typeof deriveNamespace>[0]): DerivedNamespace & {
  readonly indexPath: string;
  readonly changed: boolean;
} {
  const derived = deriveNamespace(input);
  const indexPath = `${namespaceFolder(input.namespace)}/${FILE_NAMES.index}`;
  const text = formatJson(derived.index);
  const changed = input.island.readText(indexPath) !== text;
  if (changed) input.island.replace(indexPath, text);
  return { ...derived, indexPath, changed };
}

function hashOfNamespace(namespace: string, { schemas, about }: NamespaceOutline): string {
  const members = schemas.map((schema) => `${namespace}.${schema.schema}@${schema.snapshot.hash}`);
  return hashNamespace({ members, aboutHash: about?.hash ?? null });
}

/** A veto on an About outlives the About (decision D24). */
function withoutAbout(before: IndexNode | undefined): IndexNode {
  return before?.status === 'rejected' ? before : { status: 'blocked', reason: NO_ABOUT };
}

function knownSkill(index: NamespaceIndex | null, id: string): IndexNode | undefined {
  return index && Object.hasOwn(index.skills, id) ? index.skills[id] : undefined;
}

/** Facts are void for any other content (grading-rules §5). */
function bindingFacts(
  found: { facts: SchemaFacts | null; problems: Problem[] },
  schema: SchemaOutline,
  problems: Problem[],
): SchemaFacts | null {
  problems.push(...found.problems);
  const { facts } = found;
  if (!facts) return null;
  const binds = facts.schemaHash === schema.snapshot.hash && facts.fileSha256 === schema.snapshot.fileSha256;
  return binds ? facts : null;
}

function obstacleOf(facts: SchemaFacts | null, tool: string): string | null {
  const known = facts?.tools[tool];
  if (known?.status !== 'blocked') return null;
  const causes = known.causes?.length ? `: ${known.causes.join(', ')}` : '';
  return `${known.reason ?? 'blocked'}${causes}`;
}

/** Can a grader be asked about a tool? A veto shows until it is lifted, but only that of this very content forbids. */
function isTestable(node: IndexNode, schema: SchemaOutline, obstacle: string | null): boolean {
  if (node.status !== 'rejected') return node.status !== 'blocked';
  return node.boundTo !== schema.snapshot.hash && obstacle === null;
}
