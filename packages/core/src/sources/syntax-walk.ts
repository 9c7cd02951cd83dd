import type { AnyNode, Expression, Node } from 'acorn';

/** Questions about a piece of syntax that need every node in it. */

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

/** Every node below and including `root`, without recursion; `enters` false keeps out what is below. */
function* walk(root: Node, enters: (node: AnyNode) => boolean = () => true): Generator<AnyNode> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const found = node as AnyNode;
    yield found;
    if (!enters(found)) continue;
    for (const child of childrenOf(found).reverse()) waiting.push(child);
  }
}

function childrenOf(node: AnyNode): Node[] {
  const children: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (isName(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) children.push(child);
  }
  return children;
}

/** A member or property name that is no reference: `x.name`, `{ name: 1 }`. */
function isName(node: AnyNode, key: string): boolean {
  if (node.type === 'MemberExpression') return key === 'property' && !node.computed;
  if (node.type === 'Property') return key === 'key' && !node.computed;
  return node.type === 'MethodDefinition' && key === 'key' && !node.computed;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Names the piece refers to, its own declarations among them. */
export function collectMentions(root: Node): Set<string> {
  const names = new Set<string>();
  for (const node of walk(root)) if (node.type === 'Identifier') names.add(node.name);
  return names;
}

/** Does the piece do something when it is reached, other than to make values? */
export function runsCode(root: Node): boolean {
  for (const node of walk(root, (inner) => !FUNCTIONS.has(inner.type))) {
    if (CODE.has(node.type) || (node.type === 'UnaryExpression' && node.operator === 'delete')) return true;
  }
  return false;
}

/** What the function body returns; undefined for a bare `return`. Functions inside it are not its own. */
export function collectReturns(body: Node): (Expression | undefined)[] {
  const returned: (Expression | undefined)[] = [];
  for (const node of walk(body, (inner) => !FUNCTIONS.has(inner.type))) {
    if (node.type === 'ReturnStatement') returned.push(node.argument ?? undefined);
  }
  return returned;
}

/** How often each name is mentioned, and which keys `name.key = …` gives it; null for a computed key. */
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
