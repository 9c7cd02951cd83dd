import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../../spec/index-file.js';
import type { MemberList } from '../../../spec/members.js';
import type { NodeStatus } from '../../../spec/vocabulary.js';

/** A part of a target that an import retires: its files stay, and it does not count until it returns. */
export interface RetiredPart {
  readonly kind: 'schema' | 'skill' | 'about';
  /** Node name of the schema or skill; for an About, that of its target. */
  readonly name: string;
  /** Its status before the import. */
  readonly status: NodeStatus;
  readonly grade?: string;
}

/**
 * Parts that the newest member list names and the next one does not.
 *
 * @param index the one on disk; without it every part counts as pending
 */
export function listRetired(
  before: MemberList | null,
  after: MemberList,
  index: NamespaceIndex | null,
): RetiredPart[] {
  const gone = (old: readonly string[] = [], kept: readonly string[] = []) =>
    old.filter((name) => !kept.includes(name));
  return [
    ...gone(before?.schemas, after.schemas).map((name) => part('schema', name, own(index?.schemas, name))),
    ...gone(before?.skills, after.skills).map((name) => part('skill', name, own(index?.skills, name))),
    ...(before?.about !== undefined && after.about === undefined
      ? [part('about', after.namespace, index?.about)]
      : []),
  ];
}

/** The same for a selection, which has its own skills and About. */
export function listLeftOut(
  before: { readonly skills: readonly string[]; readonly about: boolean },
  after: { readonly skills: readonly string[]; readonly about: boolean },
  { selectionId, index }: { readonly selectionId: string; readonly index: SelectionIndex | null },
): RetiredPart[] {
  const gone = before.skills.filter((name) => !after.skills.includes(name));
  return [
    ...gone.map((name) => part('skill', name, own(index?.skills, name))),
    ...(before.about && !after.about ? [part('about', selectionId, index?.about)] : []),
  ];
}

/** Schemas among them with a grade or a veto in any part. */
export function gradedSchemas(retired: readonly RetiredPart[], index: NamespaceIndex | null): RetiredPart[] {
  return retired.filter(({ kind, name }) => {
    const node = kind === 'schema' ? own(index?.schemas, name) : undefined;
    return node !== undefined && [node.toolsAggregate, ...Object.values(node.tools)].some(isJudged);
  });
}

function isJudged({ status, ref }: IndexNode): boolean {
  return ref !== undefined || status === 'rejected';
}

function part(kind: RetiredPart['kind'], name: string, node: IndexNode | undefined): RetiredPart {
  const { status = 'pending', grade } = node ?? {};
  return { kind, name, status, ...(grade !== undefined && { grade }) };
}

function own<T>(nodes: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return nodes && Object.hasOwn(nodes, name) ? nodes[name] : undefined;
}
