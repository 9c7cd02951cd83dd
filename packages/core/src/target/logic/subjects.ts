import { toolFolderName } from '../../island/logic/names.js';
import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { AREA_OF_LEVEL } from '../../spec/selection.js';
import type { SkillLevel } from '../../spec/skill.js';
import type { LeftOutSubject } from '../../spec/state.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { nodesOf } from './build-index.js';
import type { Scope, Target } from './target.js';

/** A gradable subject: its kind, the place of its entries, and its status. */
export interface Subject {
  readonly area: AreaId;
  /** Name for graders: `<schema>.<tool>`, `<schema>`, or the name of the namespace, the selection or the skill. */
  readonly subject: string;
  /** Id in the index. */
  readonly node: string;
  /** Folder of the graded subject, relative to the folder of the index. */
  readonly folder: string;
  /** Hash that the entries about the subject are bound to. */
  readonly hash: string;
  /** `<namespace>.<what>` (grading-rules §9). */
  readonly schemaId: string;
  readonly schema: string | null;
  readonly tool: string | null;
  readonly skill: string | null;
  readonly status: IndexNode;
  /** File of its schema, if that does not pass the gate: no grade of its last snapshot counts. */
  readonly failedFile?: string;
}

/** The gradable parts of a namespace besides its tools. */
export interface Companions {
  readonly namespaceHash: string;
  readonly about: { readonly schema: string; readonly hash: string } | null;
  readonly skills: readonly { readonly schema: string; readonly skill: string; readonly hash: string }[];
}

/** All subjects of the provider areas that a namespace has, sorted by area, schema and name. */
export function subjectsOf(index: NamespaceIndex, companions: Companions): Subject[] {
  return [
    ...toolSubjects(index),
    ...aggregateSubjects(index),
    ...namespaceSubjects(index, companions.namespaceHash),
    ...skillSubjects(index, companions),
    ...aboutSubjects(index, companions),
  ];
}

function toolSubjects({ namespace, schemas }: NamespaceIndex): Subject[] {
  return ofSnapshots(schemas).flatMap(({ schema, node, hash, ...failed }) =>
    Object.entries(node.tools).map(([tool, status]) => ({
      area: 'single-test' as const,
      subject: `${schema}.${tool}`,
      node: `schemas.${schema}.tools.${tool}`,
      folder: `${schema}/tools/${toolFolderName(tool)}`,
      hash,
      schemaId: `${namespace}.${toolFolderName(tool)}`,
      schema,
      tool,
      skill: null,
      status,
      ...failed,
    })),
  );
}

function aggregateSubjects({ namespace, schemas }: NamespaceIndex): Subject[] {
  return ofSnapshots(schemas).map(({ schema, node, hash, ...failed }) => ({
    area: 'tools-aggregate-schema',
    subject: schema,
    node: `schemas.${schema}.toolsAggregate`,
    folder: schema,
    hash,
    schemaId: `${namespace}.${schema}`,
    schema,
    tool: null,
    skill: null,
    status: node.toolsAggregate,
    ...failed,
  }));
}

/** The schemas with a snapshot: without one, there is nothing that an entry could be bound to. */
function ofSnapshots(schemas: NamespaceIndex['schemas']) {
  return Object.entries(schemas).flatMap(([schema, node]) =>
    node.snapshot
      ? [{ schema, node, hash: node.snapshot.hash, ...(node.failed && { failedFile: node.failed.file }) }]
      : [],
  );
}

function namespaceSubjects(index: NamespaceIndex, hash: string): Subject[] {
  const { namespaceAggregate, description } = index;
  return [
    {
      ...wide(index.namespace),
      area: 'tools-aggregate-namespace',
      node: 'namespaceAggregate',
      hash,
      status: namespaceAggregate,
    },
    {
      ...wide(index.namespace),
      area: 'namespace-description',
      node: 'description',
      hash,
      status: description,
    },
  ];
}

function skillSubjects(index: NamespaceIndex, { skills }: Companions): Subject[] {
  return skills.flatMap(({ schema, skill, hash }) => {
    const id = `${schema}.${skill}`;
    const status = Object.hasOwn(index.skills, id) ? index.skills[id] : undefined;
    if (!status) return [];
    return {
      area: 'namespace-skills' as const,
      subject: id,
      node: `skills.${id}`,
      folder: `${schema}/skills/${skill}`,
      hash,
      schemaId: `${index.namespace}.${skill}`,
      schema,
      tool: null,
      skill,
      status,
    };
  });
}

function aboutSubjects(index: NamespaceIndex, { about }: Companions): Subject[] {
  if (!about) return [];
  const folder = `${about.schema}/resources/about`;
  return [
    {
      ...wide(index.namespace),
      area: 'about-namespace',
      node: 'about',
      folder,
      hash: about.hash,
      status: index.about,
    },
  ];
}

/** The fields shared by all subjects that are about a whole namespace or a whole selection. */
function wide(namespace: string, subject = namespace) {
  return {
    subject,
    folder: '',
    schemaId: `${namespace}.${subject}`,
    schema: null,
    tool: null,
    skill: null,
  };
}

/** The gradable parts of a selection. */
interface SelectionParts {
  /** The namespace that owns the selection. */
  readonly namespace: string;
  readonly selectionHash: string;
  readonly about: { readonly hash: string } | null;
  /** A skill without a level belongs to no area, so it cannot be asked about. */
  readonly skills: readonly {
    readonly skill: string;
    readonly hash: string;
    readonly level: SkillLevel | null;
  }[];
}

/** All subjects of the selection areas, in the order of grading: About, L1, L2, L3, the aggregate (spec 05). */
export function selectionSubjects(index: SelectionIndex, parts: SelectionParts): Subject[] {
  const { namespace, selectionHash: hash, about } = parts;
  const whole = wide(namespace, index.selectionId);
  const folder = 'resources/about';
  return [
    ...(about
      ? [
          {
            ...whole,
            area: 'about-selection' as const,
            node: 'about',
            folder,
            hash: about.hash,
            status: index.about,
          },
        ]
      : []),
    ...skillsOfSelection(index, parts),
    {
      ...whole,
      area: 'selection-aggregate',
      node: 'selectionAggregate',
      hash,
      status: index.selectionAggregate,
    },
  ];
}

function skillsOfSelection(index: SelectionIndex, { namespace, skills }: SelectionParts): Subject[] {
  const found = skills.flatMap(({ skill, hash, level }): Subject[] => {
    const status = Object.hasOwn(index.skills, skill) ? index.skills[skill] : undefined;
    if (!status || level === null) return [];
    return [
      {
        area: AREA_OF_LEVEL[level],
        subject: skill,
        node: `skills.${skill}`,
        folder: `skills/${skill}`,
        hash,
        schemaId: `${namespace}.${skill}`,
        ...{ schema: null, tool: null, skill },
        status,
      },
    ];
  });
  return found.sort((a, b) => byCodeUnit(a.area, b.area));
}

/** A skill is one node, whatever its level at the time of a grading: its entries may belong to any of these areas. */
export const SKILL_AREAS: readonly AreaId[] = Object.values(AREA_OF_LEVEL);

/** Areas that the entries of one node may belong to, by the area that grades it now. */
export function areasOfNode(area: AreaId): readonly AreaId[] {
  return SKILL_AREAS.includes(area) ? SKILL_AREAS : [area];
}

/**
 * The subject of a grader's answer. A bare tool name is accepted if it is unique (grading-rules §1).
 *
 * @param subjects those of one run, or of a namespace
 */
export function findSubject<T extends Pick<Subject, 'area' | 'subject'>>(
  subjects: readonly T[],
  named: { readonly area?: string | undefined; readonly subject?: string | undefined },
): T | undefined {
  const inArea = subjects.filter((one) => one.area === named.area);
  const exact = inArea.find((one) => one.subject === named.subject);
  if (exact) return exact;
  const bare = inArea.filter((one) => one.subject.endsWith(`.${named.subject}`));
  return bare.length === 1 ? bare[0] : undefined;
}

/** The subjects in the scope and the areas that a command names. */
export function selectSubjects(
  subjects: readonly Subject[],
  { scope, areas }: { scope: Scope; areas: readonly AreaId[] | null },
): Subject[] {
  return subjects.filter(
    (subject) =>
      (scope.schema === undefined || subject.schema === scope.schema) &&
      (scope.schemas === undefined || (subject.schema !== null && scope.schemas.includes(subject.schema))) &&
      (scope.tool === undefined || subject.tool === scope.tool) &&
      (areas === null || areas.includes(subject.area)),
  );
}

/** The nodes in the scope of a target, in index order; if the scope is a schema, its own node as well. */
export function nodesInScope(
  { scope }: Pick<Target, 'scope'>,
  {
    index,
    subjects,
  }: { readonly index: NamespaceIndex | SelectionIndex; readonly subjects: readonly Subject[] },
): [string, IndexNode][] {
  const all = nodesOf(index);
  if (Object.keys(scope).length === 0) return all;
  const inScope = new Set(selectSubjects(subjects, { scope, areas: null }).map(({ node }) => node));
  const schema = scope.tool === undefined && scope.schema !== undefined ? `schemas.${scope.schema}` : null;
  return all.filter(([node]) => inScope.has(node) || node === schema);
}

export type ScopeOption = 'pending' | 'all';

export interface DueRule {
  readonly due: ScopeOption;
  /** Whether a reason for grading again was given. */
  readonly regrading: boolean;
  /** Subjects that earlier hand-ins have left out. */
  readonly leftOut?: readonly LeftOutSubject[];
}

/** Checks whether a hand-in has left out this content. */
export function isLeftOut({ node, hash }: Subject, leftOut: readonly LeftOutSubject[]): boolean {
  return leftOut.some((missing) => missing.node === node && missing.schemaHash === hash);
}

/**
 * Checks whether a run would ask about this subject if nothing blocked it (grading-rules §7): if it is pending or
 * blocked, if it is rejected and its content has changed, if it has aged answers, or if the rules have changed so that it has to
 * be scored again. With `all`, a run asks about every
 * subject, but about a rejected one with unchanged content only if a reason for grading again was given. A subject that
 * a hand-in has left out is always asked about.
 */
export function isCandidate(subject: Subject, { due, regrading, leftOut = [] }: DueRule): boolean {
  const { status, boundTo, stale, due: bump } = subject.status;
  if (isLeftOut(subject, leftOut)) return true;
  if (status === 'rejected') return boundTo !== subject.hash || (due === 'all' && regrading);
  if (due === 'all') return true;
  return status === 'pending' || status === 'blocked' || (stale?.length ?? 0) > 0 || bump !== undefined;
}
