import { isRecord } from '../../../values/is-record.js';
import type { SnapshotPath } from '../lint.js';
import type { Members } from '../members.js';
import type { SchemaNode } from '../share-rule.js';
import { oncePer } from './once-per.js';

/** Members whose values are schemas by name. */
export const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
/** Members that are lists of schemas. */
export const SCHEMA_LISTS = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
/** Members that are one schema; `items` may be a list. */
export const SCHEMA_SINGLES = [
  ...['additionalProperties', 'unevaluatedProperties', 'items', 'contains', 'propertyNames'],
  ...['not', 'if', 'then', 'else'],
];

const BRANCHES = new Set(['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else']);
const DEFINITIONS = new Set(['$defs', 'definitions']);
/** How many steps down a schema is read. */
export const DEEPEST = 200;
const MOST_HOPS = 20;

/** Every schema inside a tool's `inputSchema` or `outputSchema`, outer ones first. `$ref` is not followed. */
export function schemaNodes(root: unknown, path: SnapshotPath): SchemaNode[] {
  if (!isRecord(root)) return [];
  const nodes: SchemaNode[] = [];
  const open: SchemaNode[] = [
    { schema: root, root, path, document: root, isInBranch: false, definition: null },
  ];
  while (open.length > 0) {
    const node = open.pop() as SchemaNode;
    nodes.push(node);
    if (node.path.length - path.length < DEEPEST)
      for (const child of childrenOf(node).reverse()) open.push(child);
  }
  return nodes;
}

function childrenOf({ schema, root, path, document, isInBranch, definition }: SchemaNode): SchemaNode[] {
  return schemaParts(schema).flatMap(({ value, steps }) => {
    if (!isRecord(value)) return [];
    const key = steps[0] as string;
    return {
      schema: value,
      root,
      path: [...path, ...steps],
      document: typeof own(value, '$id') === 'string' ? value : document,
      isInBranch: isInBranch || BRANCHES.has(key),
      definition: definition ?? (DEFINITIONS.has(key) ? value : null),
    };
  });
}

const KINDS = new Map([
  ...SCHEMA_MAPS.map((key) => [key, 'map'] as const),
  ...SCHEMA_LISTS.map((key) => [key, 'list'] as const),
  ...SCHEMA_SINGLES.map((key) => [key, 'one'] as const),
]);

/** What stands where JSON Schema expects a schema; undefined where a map or a list of schemas is none. */
export function schemaParts(schema: Members): { readonly value: unknown; readonly steps: SnapshotPath }[] {
  const parts: { value: unknown; steps: SnapshotPath }[] = [];
  for (const key of Object.keys(schema)) {
    const kind = KINDS.get(key);
    if (kind === undefined) continue;
    const value = schema[key];
    if (kind === 'map' && isRecord(value)) {
      for (const [name, one] of Object.entries(value)) parts.push({ value: one, steps: [key, name] });
    } else if (Array.isArray(value) && (kind === 'list' || key === 'items')) {
      for (const [at, one] of value.entries()) parts.push({ value: one, steps: [key, at] });
    } else parts.push({ value: kind === 'one' ? value : undefined, steps: [key] });
  }
  return parts;
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
    const target = hop === MOST_HOPS ? 'dangling' : findTarget(ref, { root: at.root, path });
    if (target === 'external' || target === 'dangling') {
      return { kind: target, schema: at.schema, path: at.path };
    }
    layers.unshift(schema);
    ({ schema, path } = target);
  }
  if (layers.length === 0) return { kind: 'none', schema, path };
  const onTop = layers.flatMap((layer) => Object.entries(layer).filter(([key]) => key !== '$ref'));
  // A copy for each of thousands of references to one large schema would fill the memory.
  if (onTop.length === 0 || !mayCopy(at.root, schema)) return { kind: 'found', schema, path };
  const merged = Object.assign(Object.create(null), schema, Object.fromEntries(onTop)) as Members;
  return { kind: 'found', schema: merged, path };
}

/** Members that are copied for the references of one document. */
const MOST_COPIED = 200_000;
const copied = new WeakMap<Members, number>();

function mayCopy(root: Members, schema: Members): boolean {
  const count = (copied.get(root) ?? 0) + Object.keys(schema).length;
  copied.set(root, count);
  return count <= MOST_COPIED;
}

interface Found {
  readonly schema: Members;
  readonly path: SnapshotPath;
}

/**
 * The schema that a reference names, without following that schema's own reference.
 *
 * @param at the document and the place of the schema that refers
 */
export function findTarget(
  ref: string,
  { root, path }: Pick<SchemaNode, 'root' | 'path'>,
): Found | 'external' | 'dangling' {
  const hash = ref.indexOf('#');
  const document = hash === -1 ? ref : ref.slice(0, hash);
  const fragment = hash === -1 ? '' : decode(ref.slice(hash + 1));
  const whole: Found = { schema: root, path: path.slice(0, 1) };
  const named = document === '' ? undefined : findByName(whole, whole, '$id', document);
  if (document !== '' && named === undefined) return 'external';
  for (const base of named === undefined ? [embeddedDocument(whole, path), whole] : [named]) {
    const target = findInside(base, whole, fragment);
    if (target) return target;
  }
  return 'dangling';
}

/** The innermost schema around a place that has an `$id`, and so is a document of its own. */
function embeddedDocument(whole: Found, path: SnapshotPath): Found {
  let innermost = whole;
  let value: unknown = whole.schema;
  for (const [at, step] of path.slice(whole.path.length).entries()) {
    value = memberAt(value, step);
    if (isRecord(value) && typeof own(value, '$id') === 'string') {
      innermost = { schema: value, path: path.slice(0, whole.path.length + at + 1) };
    }
  }
  return innermost;
}

function findInside(base: Found, whole: Found, fragment: string): Found | undefined {
  if (fragment === '') return base;
  if (!fragment.startsWith('/')) {
    return (
      findByName(base, whole, '$anchor', fragment) ??
      findByName(base, whole, '$dynamicAnchor', fragment) ??
      // An anchor as it was written before 2019-09.
      findByName(base, whole, '$id', `#${fragment}`)
    );
  }
  let value: unknown = base.schema;
  const path = [...base.path];
  for (const part of fragment.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(value) && /^\d+$/.test(key) ? Number(key) : key;
    value = memberAt(value, step);
    path.push(step);
  }
  // `true` and `false` are schemas too.
  if (typeof value === 'boolean') return { schema: {}, path };
  return isRecord(value) ? { schema: value, path } : undefined;
}

function memberAt(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isRecord(value) ? own(value, String(step)) : undefined;
}

/** Members that name a schema. */
const NAMING = ['$id', '$anchor', '$dynamicAnchor'] as const;

/** The schemas of a tool's schema by their names, those of each embedded document by themselves too. */
const namedSchemas = oncePer((root: Members) => {
  const byDocument = new Map<Members | null, Map<string, SchemaNode>>();
  for (const node of schemaNodes(root, [])) {
    for (const key of NAMING) {
      const name = own(node.schema, key);
      if (typeof name !== 'string') continue;
      for (const document of [null, node.document]) {
        const named = byDocument.get(document) ?? new Map<string, SchemaNode>();
        byDocument.set(document, named.set(`${key} ${name}`, node));
      }
    }
  }
  return byDocument;
});

/** The schema of this name in a document, or else anywhere inside of it. */
function findByName(
  base: Found,
  whole: Found,
  key: (typeof NAMING)[number],
  name: string,
): Found | undefined {
  const byDocument = namedSchemas(whole.schema);
  const inDocument = byDocument.get(base.schema)?.get(`${key} ${name}`);
  const node = inDocument ?? byDocument.get(null)?.get(`${key} ${name}`);
  if (!node) return undefined;
  const path = [...whole.path, ...node.path];
  const isInside = base.path.every((step, at) => step === path[at]);
  return isInside ? { schema: node.schema, path } : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Not percent-encoded after all: the fragment itself is the pointer.
    return fragment;
  }
}
