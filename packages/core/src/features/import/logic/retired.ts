import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../../spec/index-file.js';
import type { NodeStatus } from '../../../spec/vocabulary.js';

/** A part of a target that an import retires: its files stay, and it does not count until it returns. */
export interface RetiredPart {
  readonly kind: 'schema' | 'skill' | 'about';
  /** Node name of the schema or skill; for an About, the node name of its target. */
  readonly name: string;
  /** Its status before the import. */
  readonly status: NodeStatus;
  readonly grade?: string;
}

interface Parts {
  readonly schemas?: readonly string[] | undefined;
  readonly skills?: readonly string[] | undefined;
  /** For a namespace, the schema that declares the About; for a selection, whether there is an About. */
  readonly about?: string | boolean | undefined;
}

/**
 * Parts that a target has before an import but not after it.
 *
 * @param before null: nothing was imported yet
 * @param index the index on disk; if there is none, every part counts as pending
 */
export function listRetired(
  before: Parts | null,
  after: Parts,
  { name, index }: { readonly name: string; readonly index: NamespaceIndex | SelectionIndex | null },
): RetiredPart[] {
  const gone = (old: readonly string[] = [], kept: readonly string[] = []) =>
    old.filter((one) => !kept.includes(one));
  const schemas = index && 'schemas' in index ? index.schemas : undefined;
  return [
    ...gone(before?.schemas, after.schemas).map((one) => part('schema', one, own(schemas, one))),
    ...gone(before?.skills, after.skills).map((one) => part('skill', one, own(index?.skills, one))),
    ...(before?.about && !after.about ? [part('about', name, index?.about)] : []),
  ];
}

/** The retired schemas with a grade or a veto on any tool, or on the aggregate of their tools. */
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
