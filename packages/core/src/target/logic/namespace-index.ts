import { blockersOf, isGraded, rollUpGrade, rollUpSchema, rollUpStatus } from '../../grade/roll-up.js';
import { canonicalJson } from '../../spec/hash.js';
import type {
  IndexNode,
  IndexSchema,
  LockSnapshot,
  NamespaceIndex,
  SnapshotRef,
} from '../../spec/index-file.js';
import { GRADING_SPEC, GRADING_SYSTEM, INDEX_VERSION, SCORING_SYSTEM } from '../../spec/versions.js';
import { byCodeUnit } from '../../values/code-unit-order.js';

export interface SchemaNodes {
  readonly schema: string;
  readonly snapshot: SnapshotRef;
  /** Why the snapshot cannot be read; null if it was read. */
  readonly unreadable: string | null;
  readonly toolsAggregate: IndexNode;
  readonly tools: Readonly<Record<string, IndexNode>>;
}

export interface NamespaceNodes {
  readonly namespace: string;
  readonly schemas: readonly SchemaNodes[];
  readonly namespaceAggregate: IndexNode;
  readonly description: IndexNode;
  readonly about: IndexNode;
  /** `<schema>.<skill>` → node. */
  readonly skills: Readonly<Record<string, IndexNode>>;
  readonly retired: readonly string[];
  readonly lockSnapshot: LockSnapshot | null;
}

/**
 * The index of a namespace: derived, so that equal files give equal bytes. `updatedAt` comes from the previous index as
 * long as nothing else changes.
 *
 * @param previous the index on disk, or null
 * @see spec 23, Rebuild Contract
 */
export function buildNamespaceIndex(
  nodes: NamespaceNodes,
  previous: NamespaceIndex | null,
  now: Date,
): NamespaceIndex {
  return keepUpdatedAt(assemble(nodes, now.toISOString()), previous);
}

/** An index changes its time only with its content: deriving it twice gives the same bytes. */
export function keepUpdatedAt<T extends { readonly updatedAt: string }>(index: T, previous: T | null): T {
  if (!previous) return index;
  // A time in the future comes from a wrong clock or an edit: keeping it would misdate everything that ages.
  if (previous.updatedAt > index.updatedAt) return index;
  const unchanged = canonicalJson({ ...index, updatedAt: previous.updatedAt }) === canonicalJson(previous);
  return unchanged ? { ...index, updatedAt: previous.updatedAt } : index;
}

/** All nodes that a namespace's roll-up rests on, with their ids, in index order. */
export function nodesOfIndex(index: NamespaceIndex): [string, IndexNode][] {
  return [
    ...Object.entries(index.schemas).flatMap(([schema, node]): [string, IndexNode][] => [
      [`schemas.${schema}`, node],
      [`schemas.${schema}.toolsAggregate`, node.toolsAggregate],
      ...Object.entries(node.tools).map(([tool, toolNode]): [string, IndexNode] => [
        `schemas.${schema}.tools.${tool}`,
        toolNode,
      ]),
    ]),
    ['namespaceAggregate', index.namespaceAggregate],
    ['description', index.description],
    ['about', index.about],
    ...Object.entries(index.skills).map(([skill, node]): [string, IndexNode] => [`skills.${skill}`, node]),
  ];
}

function assemble(nodes: NamespaceNodes, updatedAt: string): NamespaceIndex {
  const schemas = Object.fromEntries(
    [...nodes.schemas]
      .sort((a, b) => byCodeUnit(a.schema, b.schema))
      .map((schema) => [schema.schema, buildSchemaNode(schema)]),
  );
  const skeleton: NamespaceIndex = {
    indexVersion: INDEX_VERSION,
    namespace: nodes.namespace,
    updatedAt,
    status: 'pending',
    summary: buildSummary(nodes, schemas),
    about: nodes.about,
    description: nodes.description,
    skills: nodes.skills,
    namespaceAggregate: nodes.namespaceAggregate,
    schemas,
    blockers: [],
  };
  const all = nodesOfIndex(skeleton);
  const grade = rollUpNamespaceGrade(skeleton, all);
  return {
    ...pick(skeleton, ['indexVersion', 'namespace', 'updatedAt']),
    status: rollUpStatus(all.map(([, node]) => node.status)),
    ...(grade !== undefined && { grade }),
    ...pick(skeleton, ['summary', 'about', 'description', 'skills', 'namespaceAggregate', 'schemas']),
    blockers: blockersOf(all),
    ...(nodes.lockSnapshot && { lockSnapshot: nodes.lockSnapshot }),
  };
}

function rollUpNamespaceGrade(
  index: NamespaceIndex,
  all: readonly (readonly [string, IndexNode])[],
): string | undefined {
  if (all.some(([, node]) => node.status === 'rejected')) return 'REJECTED';
  return rollUpGrade([
    ...Object.values(index.schemas).map((schema) => schema.grade),
    index.namespaceAggregate.grade,
    index.description.grade,
    ...Object.values(index.skills).map((skill) => skill.grade),
  ]);
}

function buildSchemaNode({ snapshot, unreadable, toolsAggregate, tools }: SchemaNodes): IndexSchema {
  const rolledUp = rollUpSchema(toolsAggregate, Object.values(tools));
  // Without its snapshot, its tools are unknown: earlier grades do not make it stable.
  const isBlocked = unreadable !== null && rolledUp.status !== 'rejected';
  const rollUp = isBlocked ? { ...rolledUp, status: 'blocked' as const, reason: unreadable } : rolledUp;
  return { ...rollUp, snapshot, toolsAggregate, tools };
}

function buildSummary(
  nodes: NamespaceNodes,
  schemas: Record<string, IndexSchema>,
): NamespaceIndex['summary'] {
  const tools = Object.values(schemas).flatMap((schema) => Object.values(schema.tools));
  const skills = Object.values(nodes.skills);
  return {
    schemas: Object.keys(schemas).length,
    tools: tools.length,
    toolsStable: tools.filter((tool) => tool.status === 'stable').length,
    about: nodes.about.status,
    description: nodes.description.status,
    skills: skills.filter((skill) => isGraded(skill.status)).length,
    scoringSystem: SCORING_SYSTEM,
    gradingSystem: GRADING_SYSTEM,
    gradingSpec: GRADING_SPEC,
    retired: nodes.retired,
  };
}

function pick<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, K>;
}
