import type { AnyNode } from 'acorn';
import type { CodeUse } from '../logic/code-facts.js';
import type { Position } from '../logic/module-reading.js';
import { findBinding, type NameBinding, type Scope, type Site } from './code-sites.js';
import { meaningsOf, splitChain, unwrap } from './meaning.js';
import { HTTP_LIBRARIES } from './module-names.js';
import { isPreparedAddress, libraryOf } from './request-carriers.js';

const GLOBALS = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']);
/** Methods that keep the beginning of a text or an address. */
const SAME_HEAD = new Set(['toString', 'trim', 'concat', 'href', 'trimEnd', 'replace', 'replaceAll']);
/** Functions that wrap an address. */
const WRAPPERS = new Set(['URL', 'Request', 'String', 'encodeURI']);
const MAX_NAMES = 30;

type Address = NonNullable<CodeUse['address']>;

/** Requests the code makes itself, with the beginning of each address. */
export function findNetworkUses(sites: readonly Site[], position: (offset: number) => Position): CodeUse[] {
  return sites.flatMap(({ node, scope, parent }) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const what = nameRequest(node.callee, scope);
      if (what === undefined) return [];
      const [first] = node.arguments;
      const address = first ? addressOf(first, scope) : null;
      return [{ kind: 'network' as const, what, at: position(node.start), address }];
    }
    // Passed on rather than called, so the address of the request is unknown.
    if (node.type !== 'Identifier' || !GLOBALS.has(node.name) || findBinding(node.name, scope)) return [];
    if (isCalled(node, parent?.node)) return [];
    return [{ kind: 'network' as const, what: node.name, at: position(node.start), address: null }];
  });
}

function isCalled(node: AnyNode, around: AnyNode | undefined): boolean {
  if (around?.type === 'CallExpression' || around?.type === 'NewExpression') return around.callee === node;
  return around?.type === 'UnaryExpression' && around.operator === 'typeof';
}

function nameRequest(callee: AnyNode, scope: Scope): string | undefined {
  for (const meaning of meaningsOf(callee, scope)) {
    if (meaning.kind === 'global') {
      if (GLOBALS.has(meaning.name) && meaning.path.length === 0) return meaning.name;
      if (meaning.name === 'navigator' && meaning.path[0] === 'sendBeacon') return 'navigator.sendBeacon';
    }
    const library = libraryOf(meaning);
    if (library !== undefined && HTTP_LIBRARIES.has(library)) return library;
  }
  return undefined;
}

/** The beginning of a value. `again`: a name already being followed, which adds nothing. */
type Head = Address | 'again' | null;

/** The beginning of an address; null if only running the code could reveal it. */
function addressOf(node: AnyNode, scope: Scope): Address | null {
  const head = headOf(node, scope, new Set());
  return head === 'again' ? null : head;
}

function headOf(start: AnyNode, scope: Scope, seen: Set<NameBinding>): Head {
  const node = leftmost(start);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? { kind: 'text', text: node.value } : null;
    case 'TemplateLiteral': {
      const text = node.quasis[0]?.value.cooked ?? '';
      const [first] = node.expressions;
      return text === '' && first ? headOf(first, scope, seen) : { kind: 'text', text };
    }
    case 'CallExpression':
    case 'NewExpression':
      return headOfCall(node.callee, node.arguments, scope, seen);
    case 'LogicalExpression':
      return agree([node.left, node.right].map((part) => headOf(part, scope, seen)));
    case 'ConditionalExpression':
      return agree([node.consequent, node.alternate].map((part) => headOf(part, scope, seen)));
    case 'Identifier':
    case 'MemberExpression':
      return headOfName(node, scope, [], seen);
    default:
      return null;
  }
}

/** The first operand of a sum, which decides where a request goes. */
function leftmost(start: AnyNode): AnyNode {
  let node = unwrap(start);
  while (node.type === 'BinaryExpression' && node.operator === '+') node = unwrap(node.left);
  return node;
}

function headOfCall(callee: AnyNode, args: readonly AnyNode[], scope: Scope, seen: Set<NameBinding>): Head {
  const [first, base] = args;
  const isWrapper = meaningsOf(callee, scope).some(
    (meaning) => meaning.kind === 'global' && WRAPPERS.has(meaning.name) && meaning.path.length === 0,
  );
  if (isWrapper && first) return headOf(base ?? first, scope, seen);
  const called = unwrap(callee);
  if (called.type !== 'MemberExpression' || called.property.type !== 'Identifier') return null;
  return SAME_HEAD.has(called.property.name) ? headOf(called.object, scope, seen) : null;
}

/** Requires every value ever assigned to the name to agree: a single different one may be the one that is sent. */
function headOfName(
  node: AnyNode,
  scope: Scope,
  tail: readonly (string | null)[],
  seen: Set<NameBinding>,
): Head {
  const { root, path } = splitChain(node, scope);
  if (root.type !== 'Identifier') return null;
  const steps = [...path, ...tail];
  const binding = findBinding(root.name, scope);
  if (binding?.kind === 'parameter') {
    const meanings = meaningsOf(root, scope).map((meaning) => ({
      ...meaning,
      path: [...meaning.path, ...steps],
    }));
    return meanings.some(isPreparedAddress) ? { kind: 'request', text: '' } : null;
  }
  if (binding?.kind !== 'value' || binding.given.length === 0) return null;
  if (seen.has(binding)) return 'again';
  if (seen.size >= MAX_NAMES || binding.given.length > MAX_NAMES) return null;
  seen.add(binding);
  const isWhole = steps.every((step) => step !== null && SAME_HEAD.has(step));
  return agree(
    binding.given.map((value) => {
      if (value.picked.length === 0 && isWhole) return headOf(value.node, value.scope, seen);
      return headOfName(value.node, value.scope, [...value.picked, ...steps], seen);
    }),
  );
}

/** The prepared address if all heads are that; otherwise one that is known to differ. */
function agree(found: readonly Head[]): Head {
  const heads = found.filter((head) => head !== 'again');
  if (heads.length === 0) return 'again';
  if (heads.every((head) => head?.kind === 'request')) return heads[0] ?? null;
  return heads.find((head) => head?.kind === 'text') ?? null;
}
