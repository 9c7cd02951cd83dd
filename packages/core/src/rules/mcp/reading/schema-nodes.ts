import { isRecord } from '../../../values/is-record.js';
import type { SnapshotPath } from '../lint.js';
import type { Members } from '../members.js';
import type { SchemaNode } from '../share-rule.js';

/** Members whose values are schemas by name. */
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
/** Members that are lists of schemas; `items` may be one. */
const LISTS = ['oneOf', 'anyOf', 'allOf', 'prefixItems', 'items'];
/** Members that are one schema. */
const SINGLES = [
  ...['additionalProperties', 'unevaluatedProperties', 'items', 'contains', 'propertyNames'],
  ...['not', 'if', 'then', 'else'],
];
const BRANCHES = new Set(['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else']);
const DEEPEST = 200;
const MOST_HOPS = 20;

/** Every schema inside a tool's `inputSchema` or `outputSchema`, outer ones first. `$ref` is not followed. */
export function schemaNodes(root: unknown, path: SnapshotPath): SchemaNode[] {
  if (!isRecord(root)) return [];
  const nodes: SchemaNode[] = [];
  const open: SchemaNode[] = [{ schema: root, root, path, isInBranch: false }];
  while (open.length > 0) {
    const node = open.pop() as SchemaNode;
    nodes.push(node);
    if (node.path.length - path.length < DEEPEST) open.push(...childrenOf(node).reverse());
  }
  return nodes;
}

function childrenOf({ schema, root, path, isInBranch }: SchemaNode): SchemaNode[] {
  const found: SchemaNode[] = [];
  const add = (value: unknown, key: string, ...steps: (string | number)[]) => {
    if (!isRecord(value)) return;
    found.push({
      schema: value,
      root,
      path: [...path, key, ...steps],
      isInBranch: isInBranch || BRANCHES.has(key),
    });
  };
  for (const key of MAPS) {
    const map = own(schema, key);
    if (isRecord(map)) for (const [name, value] of Object.entries(map)) add(value, key, name);
  }
  for (const key of LISTS) {
    const list = own(schema, key);
    if (Array.isArray(list)) for (const [at, value] of list.entries()) add(value, key, at);
  }
  for (const key of SINGLES) add(own(schema, key), key);
  return found;
}

/** A member that the schema itself has; `__proto__` and the like are ordinary names in JSON. */
export function own(schema: Members, key: string): unknown {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}

/** Where a reference leads. */
export type Resolution =
  | { readonly kind: 'none' | 'found'; readonly schema: Members; readonly path: SnapshotPath }
  /** A reference to another document: never fetched, never judged. */
  | { readonly kind: 'external' | 'dangling'; readonly schema: Members; readonly path: SnapshotPath };

/**
 * A schema with the target of its `$ref`, its own members on top.
 *
 * @param at the schema, its document and its place, as in a {@link SchemaNode}
 * @returns `none` without a reference; for a reference that leads nowhere, the schema itself
 */
export function resolveSchema(at: Pick<SchemaNode, 'schema' | 'root' | 'path'>): Resolution {
  const layers: Members[] = [];
  let { schema, path } = at;
  for (let hop = 0; ; hop += 1) {
    const ref = own(schema, '$ref');
    if (typeof ref !== 'string') break;
    if (hop === MOST_HOPS) return { kind: 'dangling', schema: at.schema, path: at.path };
    const target = findTarget(ref, at);
    if (target === 'external' || target === 'dangling') {
      return { kind: target, schema: at.schema, path: at.path };
    }
    layers.unshift(schema);
    ({ schema, path } = target);
  }
  if (layers.length === 0) return { kind: 'none', schema, path };
  const merged = Object.assign(Object.create(null), schema, ...layers.map(withoutReference)) as Members;
  return { kind: 'found', schema: merged, path };
}

function withoutReference({ $ref, ...others }: Members): Members {
  return others;
}

type Target = { readonly schema: Members; readonly path: SnapshotPath } | 'external' | 'dangling';

function findTarget(ref: string, { root, path }: Pick<SchemaNode, 'root' | 'path'>): Target {
  const start = path.slice(0, 1);
  const hash = ref.indexOf('#');
  const document = hash === -1 ? ref : ref.slice(0, hash);
  const fragment = hash === -1 ? '' : ref.slice(hash + 1);
  const base = document === '' ? { schema: root, path: start } : findByName(root, start, '$id', document);
  if (base === undefined) return 'external';
  if (fragment === '') return base;
  if (!fragment.startsWith('/')) {
    return findByName(base.schema, base.path, '$anchor', fragment) ?? findAnchor(root, start, fragment);
  }
  let value: unknown = base.schema;
  const steps: (string | number)[] = [];
  for (const part of fragment.slice(1).split('/')) {
    const key = decode(part);
    const next =
      Array.isArray(value) && /^\d+$/.test(key)
        ? value[Number(key)]
        : isRecord(value)
          ? own(value, key)
          : undefined;
    if (next === undefined) return 'dangling';
    steps.push(Array.isArray(value) ? Number(key) : key);
    value = next;
  }
  // `true` and `false` are schemas too.
  if (typeof value === 'boolean') return { schema: {}, path: [...base.path, ...steps] };
  return isRecord(value) ? { schema: value, path: [...base.path, ...steps] } : 'dangling';
}

function findAnchor(root: Members, path: SnapshotPath, name: string): Target {
  return (
    findByName(root, path, '$anchor', name) ?? findByName(root, path, '$dynamicAnchor', name) ?? 'dangling'
  );
}

function findByName(root: Members, path: SnapshotPath, key: string, name: string) {
  return indexOf(root, path, key).get(name);
}

type Index = ReadonlyMap<string, SchemaNode>;

/** Names of one document, found once: a schema may hold thousands of references. */
const indexes = new WeakMap<Members, Map<string, Index>>();

function indexOf(root: Members, path: SnapshotPath, key: string): Index {
  const known = indexes.get(root) ?? new Map<string, Index>();
  indexes.set(root, known);
  const index = known.get(key) ?? buildIndex(root, path, key);
  known.set(key, index);
  return index;
}

function buildIndex(root: Members, path: SnapshotPath, key: string): Index {
  const named = schemaNodes(root, path).flatMap((node) => {
    const name = own(node.schema, key);
    return typeof name === 'string' ? [[name, node] as const] : [];
  });
  return new Map(named);
}

function decode(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // Not percent-encoded after all: the text itself is the key.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
