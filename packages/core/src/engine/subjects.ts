import type { IndexNode, NamespaceIndex } from '../model/index-file.js';
import type { AreaId } from '../model/vocabulary.js';
import { toolFolderName } from './names.js';

/** One thing that can be graded: what it is, where its entries lie, and how it stands. */
export interface Subject {
  readonly area: AreaId;
  /** As graders name it: `<schema>.<tool>`, `<schema>`, or the namespace. */
  readonly subject: string;
  /** Id in the index. */
  readonly node: string;
  /** Folder of the graded thing, relative to the folder of the index. */
  readonly folder: string;
  /** Hash the entry is bound to. */
  readonly hash: string;
  /** `<namespace>.<what>` (grading-rules §9). */
  readonly schemaId: string;
  readonly schema: string | null;
  readonly tool: string | null;
  readonly status: IndexNode;
}

/** Part of a target that a command was pointed at; empty: all of it. */
export interface Scope {
  readonly schema?: string;
  readonly tool?: string;
}

/** All subjects of the provider areas a namespace has, in the order of areas, schemas and tools. */
export function subjectsOf(index: NamespaceIndex, namespaceHash: string): Subject[] {
  const { namespace } = index;
  const schemas = Object.entries(index.schemas);
  const tools = schemas.flatMap(([schema, node]) =>
    Object.entries(node.tools).map(
      ([tool, status]): Subject => ({
        area: 'single-test',
        subject: `${schema}.${tool}`,
        node: `schemas.${schema}.tools.${tool}`,
        folder: `${schema}/tools/${toolFolderName(tool)}`,
        hash: node.snapshot.hash,
        schemaId: `${namespace}.${toolFolderName(tool)}`,
        schema,
        tool,
        status,
      }),
    ),
  );
  const aggregates = schemas.map(
    ([schema, node]): Subject => ({
      area: 'tools-aggregate-schema',
      subject: schema,
      node: `schemas.${schema}.toolsAggregate`,
      folder: schema,
      hash: node.snapshot.hash,
      schemaId: `${namespace}.${schema}`,
      schema,
      tool: null,
      status: node.toolsAggregate,
    }),
  );
  const wide = { subject: namespace, folder: '', hash: namespaceHash, schemaId: `${namespace}.${namespace}` };
  return [
    ...tools,
    ...aggregates,
    {
      ...wide,
      area: 'tools-aggregate-namespace',
      node: 'namespaceAggregate',
      schema: null,
      tool: null,
      status: index.namespaceAggregate,
    },
    {
      ...wide,
      area: 'namespace-description',
      node: 'description',
      schema: null,
      tool: null,
      status: index.description,
    },
  ];
}

export type ScopeOption = 'pending' | 'all';

/** Subjects that lie in the part of the target a command names, and in the areas it asks for. */
export function selectSubjects(
  subjects: readonly Subject[],
  { scope, areas }: { scope: Scope; areas: readonly AreaId[] | null },
): Subject[] {
  return subjects.filter(
    (subject) =>
      (scope.schema === undefined || subject.schema === scope.schema) &&
      (scope.tool === undefined || subject.tool === scope.tool) &&
      (areas === null || areas.includes(subject.area)),
  );
}

/**
 * Would a run ask about this subject, if nothing stands in its way? (grading-rules §7)
 * Pending and blocked ones, rejected ones whose content changed, and those with aged answers; with `all` every one
 * but an unchanged rejected one.
 */
export function isCandidate(subject: Subject, scope: ScopeOption): boolean {
  const { status, boundTo, stale } = subject.status;
  if (status === 'rejected') return boundTo !== subject.hash;
  if (scope === 'all') return true;
  return status === 'pending' || status === 'blocked' || (stale?.length ?? 0) > 0;
}
