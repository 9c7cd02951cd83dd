import { worseOf } from '../../grade/grade.js';
import { statusOfGrade } from '../../grade/node-status.js';
import { countNamespaces, maxSelectionGrade, tooFewNamespaces } from '../../grade/precondition.js';
import { weakest } from '../../grade/readiness.js';
import {
  blockersOf,
  isGrade,
  isGraded,
  reasonOfWhole,
  rollUpGrade,
  rollUpStatus,
} from '../../grade/roll-up.js';
import type { GradingRules, RuleBook, SpecRules } from '../../spec/books/book.js';
import { ownGrading } from '../../spec/books/registered.js';
import { canonicalJson } from '../../spec/hash.js';
import type {
  Blocker,
  IndexMember,
  IndexNode,
  IndexSchema,
  LockSnapshot,
  NamespaceIndex,
  SelectionIndex,
  SelectionSummary,
  SummarisedRules,
} from '../../spec/index-file.js';
import { INDEX_VERSION } from '../../spec/versions.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { isMissing, NOT_IMPORTED } from './missing-members.js';
import { buildSchemaNode, type SchemaNodes } from './schema-node.js';
import { allRegraded, asRegraded, summariseRules } from './summarise-rules.js';

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

export interface SelectionNodes {
  readonly selectionId: string;
  /** By `<namespace>.<schema>`. */
  readonly members: Readonly<Record<string, IndexMember>>;
  readonly about: IndexNode;
  readonly skills: Readonly<Record<string, IndexNode>>;
  readonly selectionAggregate: IndexNode;
  readonly lockSnapshot: LockSnapshot | null;
}

type PartsOfNamespace = Pick<
  NamespaceIndex,
  'schemas' | 'namespaceAggregate' | 'description' | 'about' | 'skills'
>;
type PartsOfSelection = Pick<SelectionNodes, 'members' | 'about' | 'skills' | 'selectionAggregate'>;

/** When and by which rules an index is derived. */
export interface Derivation {
  readonly now: Date;
  /** That of the island. */
  readonly book: RuleBook;
}

/** All nodes that the roll-up of a namespace or a selection depends on, with their ids, in index order. */
export function nodesOf(index: PartsOfNamespace | PartsOfSelection): [string, IndexNode][] {
  const skills = named('skills', index.skills);
  if ('members' in index) {
    return [
      ...named('members', index.members),
      ['about', index.about],
      ...skills,
      ['selectionAggregate', index.selectionAggregate],
    ];
  }
  return [
    ...Object.entries(index.schemas).flatMap(([schema, node]): [string, IndexNode][] => [
      [`schemas.${schema}`, node],
      [`schemas.${schema}.toolsAggregate`, node.toolsAggregate],
      ...named(`schemas.${schema}.tools`, node.tools),
    ]),
    ['namespaceAggregate', index.namespaceAggregate],
    ['description', index.description],
    ['about', index.about],
    ...skills,
  ];
}

function named(group: string, nodes: Readonly<Record<string, IndexNode>>): [string, IndexNode][] {
  return Object.entries(nodes).map(([name, node]) => [`${group}.${name}`, node]);
}

/**
 * Builds the index of a namespace; the same files always give the same bytes. `updatedAt` is taken from the previous
 * index as long as nothing else changes.
 *
 * @param previous the index on disk, or null
 * @see spec 23, Rebuild Contract
 */
export function buildNamespaceIndex(
  nodes: NamespaceNodes,
  previous: NamespaceIndex | null,
  of: Derivation,
): NamespaceIndex {
  return keepUpdatedAt(assembleNamespace(nodes, of), previous);
}

/**
 * The time of an index changes only when its content changes, so that deriving the index twice gives the same bytes.
 */
function keepUpdatedAt<T extends { readonly updatedAt: string }>(index: T, previous: T | null): T {
  if (!previous) return index;
  // A time in the future comes from a wrong clock or an edit: keeping it would misdate everything that ages.
  if (previous.updatedAt > index.updatedAt) return index;
  const unchanged = canonicalJson({ ...index, updatedAt: previous.updatedAt }) === canonicalJson(previous);
  return unchanged ? { ...index, updatedAt: previous.updatedAt } : index;
}

function assembleNamespace(nodes: NamespaceNodes, { now, book }: Derivation): NamespaceIndex {
  const { spec } = book;
  const { parts, all, whole } = rollUpNamespace(nodes, spec);
  const { lockSnapshot, retired } = nodes;
  const regraded = hasRegraded(all) ? rollUpNamespace(regradedNamespace(nodes), spec).whole : undefined;
  const reason = reasonOfWhole(
    all.map(([, node]) => node),
    spec,
    reasonIfUnreadable(nodes.schemas, spec),
  );
  const readiness = weakest(Object.values(parts.schemas).flatMap((schema) => schema.readiness ?? []));
  return {
    indexVersion: INDEX_VERSION,
    namespace: nodes.namespace,
    updatedAt: now.toISOString(),
    ...whole,
    ...(reason !== undefined && { reason }),
    summary: {
      ...summariseNamespace(nodes, parts.schemas),
      ...(readiness && { readiness }),
      ...summariseRules(all, book),
      ...(regraded && { regraded }),
      retired,
    },
    ...parts,
    blockers: blockersOf(all),
    ...(lockSnapshot && { lockSnapshot }),
  };
}

/** The reason of a namespace whose schemas can none of them be read. */
function reasonIfUnreadable(schemas: readonly SchemaNodes[], { blocked }: SpecRules): string | undefined {
  if (schemas.length === 0 || schemas.some(({ isReadable }) => isReadable)) return undefined;
  return blocked({ cause: 'no-readable-schema', text: 'no schema can be read' }).reason;
}

function rollUpNamespace(
  { schemas: given, about, description, skills, namespaceAggregate }: NamespaceNodes,
  spec: SpecRules,
) {
  const schemas = Object.fromEntries(
    [...given]
      .sort((a, b) => byCodeUnit(a.schema, b.schema))
      .map((schema) => [schema.schema, buildSchemaNode(schema, spec)]),
  );
  const parts = { about, description, skills, namespaceAggregate, schemas };
  const all = nodesOf(parts);
  return { parts, all, whole: wholeOf(all, gradeOfNamespace(parts, all)) };
}

function wholeOf(all: readonly (readonly [string, IndexNode])[], grade: string | undefined) {
  return { status: rollUpStatus(all.map(([, node]) => node)), ...(grade !== undefined && { grade }) };
}

function hasRegraded(all: readonly (readonly [string, IndexNode])[]): boolean {
  return all.some(([, { regraded }]) => regraded !== undefined);
}

function regradedNamespace(nodes: NamespaceNodes): NamespaceNodes {
  return {
    ...nodes,
    schemas: nodes.schemas.map((schema) => ({
      ...schema,
      toolsAggregate: asRegraded(schema.toolsAggregate),
      tools: allRegraded(schema.tools),
    })),
    namespaceAggregate: asRegraded(nodes.namespaceAggregate),
    description: asRegraded(nodes.description),
    about: asRegraded(nodes.about),
    skills: allRegraded(nodes.skills),
  };
}

function gradeOfNamespace(
  index: PartsOfNamespace,
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

function summariseNamespace(nodes: NamespaceNodes, schemas: Readonly<Record<string, IndexSchema>>) {
  const tools = Object.values(schemas).flatMap((schema) => Object.values(schema.tools));
  const skills = Object.values(nodes.skills);
  return {
    schemas: Object.keys(schemas).length,
    tools: tools.length,
    toolsStable: tools.filter((tool) => tool.status === 'stable').length,
    about: nodes.about.status,
    description: nodes.description.status,
    skills: skills.filter((skill) => isGraded(skill.status)).length,
  };
}

/**
 * Builds the index of a selection; the same files always give the same bytes.
 *
 * @param previous the index on disk, or null
 * @see spec 23, Member-Resolution-Manifest and Rebuild Contract
 */
export function buildSelectionIndex(
  nodes: SelectionNodes,
  previous: SelectionIndex | null,
  of: Derivation,
): SelectionIndex {
  return keepUpdatedAt(assembleSelection(nodes, of), previous);
}

function assembleSelection(given: SelectionNodes, { now, book }: Derivation): SelectionIndex {
  const namespaces = countNamespaces(Object.keys(given.members));
  const own = ownGrading(given.selectionAggregate, book.grading);
  const nodes = {
    ...given,
    selectionAggregate: capGrade(given.selectionAggregate, { namespaces, own, next: book.grading }),
  };
  const all = nodesOf(nodes);
  const tooFew = tooFewNamespaces(namespaces, book.grading);
  const { about, skills, selectionAggregate, members, lockSnapshot } = nodes;
  const regraded = {
    members,
    about: asRegraded(about),
    skills: allRegraded(skills),
    selectionAggregate: asRegraded(selectionAggregate),
  };
  const reason = reasonOfWhole(
    all.map(([, node]) => node),
    book.spec,
  );
  return {
    indexVersion: INDEX_VERSION,
    ...(book.spec.namesSelectionTwice && { namespace: nodes.selectionId }),
    selectionId: nodes.selectionId,
    updatedAt: now.toISOString(),
    ...rollUpSelection(nodes, tooFewNamespaces(namespaces, own)),
    ...(reason !== undefined && { reason }),
    summary: {
      ...summariseSelection(nodes, namespaces),
      ...summariseRules(all, book),
      ...(hasRegraded(all) && { regraded: rollUpSelection(regraded, tooFew) }),
    },
    about,
    skills,
    selectionAggregate,
    members,
    blockers: [...pendingMembers(members), ...blockersOf(all)],
    ...(lockSnapshot && { lockSnapshot }),
  };
}

function rollUpSelection(nodes: PartsOfSelection, tooFew: string | null) {
  const all = nodesOf(nodes);
  return wholeOf(all, gradeOfSelection(nodes.selectionAggregate, all, tooFew));
}

/**
 * With fewer than seven namespaces, A is out of reach whatever an entry contains; rawGrade keeps the band before the
 * cap. What was recorded is capped by the rules that graded it, what would come of it by the next ones.
 */
function capGrade(
  node: IndexNode,
  { namespaces, own, next }: { namespaces: number; own: GradingRules; next: GradingRules },
): IndexNode {
  if (!isGrade(node.grade)) return node;
  const { regraded } = node;
  const best = isGrade(regraded?.grade)
    ? worseOf(regraded.grade, maxSelectionGrade(namespaces, next))
    : undefined;
  return {
    ...node,
    grade: worseOf(node.grade, maxSelectionGrade(namespaces, own)),
    ...(regraded && best && { regraded: { ...regraded, grade: best, status: statusOfGrade(best, next) } }),
  };
}

/** A selection's grade is that of its aggregate (grading-rules §6). */
function gradeOfSelection(
  aggregate: IndexNode,
  all: readonly (readonly [string, IndexNode])[],
  tooFew: string | null,
): string | undefined {
  if (all.some(([, node]) => node.status === 'rejected')) return 'REJECTED';
  if (tooFew !== null) return 'n/a';
  return aggregate.grade;
}

/** Where a missing member is pending and not blocked, it is listed with the blockers all the same (spec 23, example). */
function pendingMembers(members: SelectionNodes['members']): Blocker[] {
  return Object.entries(members).flatMap(([member, { resolvedArtifact, status, reason = NOT_IMPORTED }]) =>
    resolvedArtifact === null && status === 'pending' ? [{ node: `members.${member}`, reason }] : [],
  );
}

function summariseSelection(
  { members, about, skills }: SelectionNodes,
  namespaces: number,
): Omit<SelectionSummary, keyof SummarisedRules> {
  const all = Object.values(members);
  const stable = all.filter(({ status }) => status === 'stable').length;
  return {
    members: all.length,
    membersStable: stable,
    namespaces,
    verdict: `${stable} of ${all.length} members PASS`,
    about: about.status,
    skills: Object.values(skills).filter(({ status }) => isGraded(status)).length,
    notImported: Object.entries(members).flatMap(([member, resolved]) => (isMissing(resolved) ? member : [])),
  };
}
