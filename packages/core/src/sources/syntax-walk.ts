import type { AnyNode, ArrayExpression, Expression, Node } from 'acorn';

/** Queries about a piece of syntax; each visits every node in the piece. */

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);
const CODE = new Set([
  'CallExpression',
  'NewExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
  'AwaitExpression',
  'ForInStatement',
  'ForOfStatement',
]);

/**
 * Yields `root` and every node in it, without recursion; skips the nodes below a node for which `enters` returns false.
 */
function* walk(root: Node, enters: (node: AnyNode) => boolean = () => true): Generator<AnyNode> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const found = node as AnyNode;
    yield found;
    if (!enters(found)) continue;
    for (const child of childrenOf(found).reverse()) waiting.push(child);
  }
}

/** @param isName whether the child under a key is a name that is not a reference; these are left out */
export function childrenOf(node: AnyNode, isName = isMemberName): Node[] {
  const children: Node[] = [];
  if (node.type === 'Literal' || node.type === 'Identifier') return children;
  const members = node as unknown as Readonly<Record<string, unknown>>;
  // A list of entries for each node would take longer than all the rest.
  for (const key in members) {
    const value = members[key];
    if (typeof value !== 'object' || value === null || isName(node, key)) continue;
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) children.push(child);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** A member or property name that is not a reference: `x.name`, `{ name: 1 }`. */
function isMemberName(node: AnyNode, key: string): boolean {
  if (node.type === 'MemberExpression') return key === 'property' && !node.computed;
  if (node.type === 'Property') return key === 'key' && !node.computed;
  return node.type === 'MethodDefinition' && key === 'key' && !node.computed;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Names that the piece refers to, including those that it declares itself. */
export function collectMentions(root: Node): Set<string> {
  const names = new Set<string>();
  for (const node of walk(root)) if (node.type === 'Identifier') names.add(node.name);
  return names;
}

/** Checks whether the piece does more than create values when it runs. */
export function runsCode(root: Node): boolean {
  for (const node of walk(root, (inner) => !FUNCTIONS.has(inner.type))) {
    if (CODE.has(node.type) || (node.type === 'UnaryExpression' && node.operator === 'delete')) return true;
  }
  return false;
}

/** The list literals that are the value of a member with this name. */
export function collectLists(root: Node, name: string): ArrayExpression[] {
  const lists: ArrayExpression[] = [];
  for (const node of walk(root)) {
    if (node.type !== 'Property' || node.computed || node.value.type !== 'ArrayExpression') continue;
    const { key } = node;
    if ((key.type === 'Identifier' ? key.name : key.type === 'Literal' && key.value) === name)
      lists.push(node.value);
  }
  return lists;
}

/** The values that a function body returns; undefined for a bare `return`. Nested functions are skipped. */
export function collectReturns(body: Node): (Expression | undefined)[] {
  const returned: (Expression | undefined)[] = [];
  for (const node of walk(body, (inner) => !FUNCTIONS.has(inner.type))) {
    if (node.type === 'ReturnStatement') returned.push(node.argument ?? undefined);
  }
  return returned;
}

/** How many times each name is mentioned, and which keys `name.key = …` adds to it; null for a computed key. */
export function indexNames(root: Node): {
  readonly mentions: ReadonlyMap<string, number>;
  readonly assigned: ReadonlyMap<string, readonly (string | null)[]>;
} {
  const mentions = new Map<string, number>();
  const assigned = new Map<string, (string | null)[]>();
  for (const node of walk(root)) {
    if (node.type === 'Identifier') mentions.set(node.name, (mentions.get(node.name) ?? 0) + 1);
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue;
    const { object, property, computed } = node.left;
    if (object.type !== 'Identifier') continue;
    const plain = property.type === 'Identifier' && !computed ? property.name : null;
    const keys = assigned.get(object.name) ?? [];
    keys.push(property.type === 'Literal' ? String(property.value) : plain);
    assigned.set(object.name, keys);
  }
  return { mentions, assigned };
}
