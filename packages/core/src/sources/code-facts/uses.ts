import type { AnyNode, Identifier, MemberExpression } from 'acorn';
import type { CodeUse, CodeUseKind } from '../logic/code-facts.js';
import type { Position } from '../logic/module-reading.js';
import { findBinding, isFunction, type NameBinding, type Scope, type Site } from './code-sites.js';
import { HTTP_LIBRARIES } from './imports.js';
import {
  foldText,
  GLOBAL_OBJECTS,
  isPreparedAddress,
  libraryOf,
  meaningsOf,
  memberName,
  splitChain,
  unwrap,
} from './meaning.js';

const GLOBALS: Readonly<Record<string, CodeUseKind>> = {
  eval: 'eval',
  Function: 'eval',
  require: 'require',
  process: 'process',
};
/**
 * Modules that some runtimes put into the global scope. A bare name may be a mistake, so only an access to a member
 * counts.
 */
const GLOBAL_MODULES: Readonly<Record<string, CodeUseKind>> = { fs: 'fs', child_process: 'child-process' };
const STRING_RUNNERS = new Set(['setTimeout', 'setInterval', 'setImmediate']);

/**
 * Finds uses of the runtime's powers by name. A name counts only if no scope declares it; a property, an object key, a
 * string or a comment never counts. Network calls are found separately, because their address matters.
 */
export function findUses(sites: readonly Site[], position: (offset: number) => Position): CodeUse[] {
  return sites.flatMap((site) => {
    const found = useOf(site);
    return found ? [{ ...found, at: position(site.node.start) }] : [];
  });
}

type Found = Omit<CodeUse, 'at'>;

function useOf(site: Site): Found | undefined {
  const { node } = site;
  switch (node.type) {
    case 'Identifier':
      return findBinding(node.name, site.scope) ? undefined : useOfGlobal(node, site);
    case 'MemberExpression':
      return useOfGlobalMember(node, site) ?? useOfConstructor(node, site);
    case 'CallExpression':
      return useOfTimer(site);
    default:
      return undefined;
  }
}

function useOfGlobal(node: Identifier, { parent, scope }: Site): Found | undefined {
  const { name } = node;
  const around = parent?.node;
  if (around?.type === 'UnaryExpression' && around.operator === 'typeof') return undefined;
  const isObject = around?.type === 'MemberExpression' && around.object === node;
  const what = isObject ? `${name}.${memberName(around, scope) ?? '[…]'}` : name;
  if (GLOBAL_OBJECTS.has(name)) return { kind: 'global-access', what };
  if (isObject && Object.hasOwn(GLOBAL_MODULES, name)) {
    return { kind: GLOBAL_MODULES[name] as CodeUseKind, what };
  }
  const kind = Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined;
  if (!kind || (name === 'Function' && isOnlyCompared(node, around))) return undefined;
  return { kind, what };
}

/** Resolves indirect access such as `globalThis.process` and `window['ev' + 'al']`. */
function useOfGlobalMember(node: MemberExpression, { scope }: Site): Found | undefined {
  if (node.object.type !== 'Identifier' || !GLOBAL_OBJECTS.has(node.object.name)) return undefined;
  if (findBinding(node.object.name, scope)) return undefined;
  const name = memberName(node, scope);
  const kind = name !== null && Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined;
  return kind ? { kind, what: `${node.object.name}.${name}` } : undefined;
}

/**
 * Finds `[].filter.constructor('…')()`: the constructor of any function can turn text into code. Reading the name of a
 * constructor or comparing it does not count.
 */
function useOfConstructor(node: MemberExpression, { parent, scope }: Site): Found | undefined {
  if (memberName(node, scope) !== 'constructor') return undefined;
  const around = parent?.node;
  if (isOnlyCompared(node, around)) return undefined;
  if (around?.type === 'MemberExpression' && around.object === node && memberName(around, scope) === 'name') {
    return undefined;
  }
  return { kind: 'global-access', what: node.computed ? "['constructor']" : '.constructor' };
}

function isOnlyCompared(node: AnyNode, around: AnyNode | undefined): boolean {
  if (around?.type !== 'BinaryExpression') return false;
  return ['===', '!==', '==', '!='].includes(around.operator) || around.right === node;
}

/** Finds `setTimeout('code', 1)`. */
function useOfTimer({ node, scope }: Site): Found | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first] = node.arguments;
  if (!first || isFunction(first)) return undefined;
  const timer = meaningsOf(node.callee, scope).find(
    (meaning) => meaning.kind === 'global' && STRING_RUNNERS.has(meaning.name) && meaning.path.length === 0,
  );
  const isText = foldText(first, scope) !== undefined || first.type === 'TemplateLiteral';
  return timer && isText ? { kind: 'eval', what: `${timer.name} with a text` } : undefined;
}

/** Names of the global scope that make requests. */
const REQUESTERS = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']);
/** Methods that leave the beginning of a string or an address unchanged. */
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
    // A requester is passed on rather than called, so the address of the request is unknown.
    if (node.type !== 'Identifier' || !REQUESTERS.has(node.name) || findBinding(node.name, scope)) return [];
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
      if (REQUESTERS.has(meaning.name) && meaning.path.length === 0) return meaning.name;
      if (meaning.name === 'navigator' && meaning.path[0] === 'sendBeacon') return 'navigator.sendBeacon';
    }
    const library = libraryOf(meaning);
    if (library !== undefined && HTTP_LIBRARIES.has(library)) return library;
  }
  return undefined;
}

/** The beginning of a value; `again` stands for a name that is already being followed, which adds nothing. */
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

/** The first operand of a concatenation: it decides where a request goes. */
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

/**
 * Considers every value ever assigned to the name: even if only one is not the prepared address, it may be requested.
 */
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

/**
 * The prepared address if all beginnings are that address; otherwise a beginning known to be another address, if any.
 */
function agree(found: readonly Head[]): Head {
  const heads = found.filter((head) => head !== 'again');
  if (heads.length === 0) return 'again';
  if (heads.every((head) => head?.kind === 'request')) return heads[0] ?? null;
  return heads.find((head) => head?.kind === 'text') ?? null;
}
