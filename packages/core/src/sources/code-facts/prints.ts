import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import type { PrintFact } from '../logic/code-facts.js';
import type { Position } from '../logic/module-reading.js';
import { findBinding, type NameBinding, type Scope, type Site } from './code-sites.js';
import { carrierOf, type Meaning, meaningsOf, splitChain, unwrap } from './meaning.js';

const CONSOLE = new Set([
  'log',
  'info',
  'warn',
  'error',
  'debug',
  'trace',
  'dir',
  'dirxml',
  'table',
  'group',
]);
const STREAMS = new Set(['stdout', 'stderr']);
/** Functions whose result reveals their arguments. */
const SHOWING = new Set([
  ...['JSON.stringify', 'String', 'structuredClone', 'btoa', 'encodeURIComponent', 'encodeURI'],
  ...['Object.entries', 'Object.values', 'Object.assign', 'Object.fromEntries'],
  ...['Error', 'TypeError', 'URL', 'Headers', 'Request'],
]);
/** Methods whose result reveals the whole value they are called on; a slice of a key counts as masked. */
const SHOWING_METHODS = new Set([
  'toString',
  'valueOf',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'join',
  'concat',
]);
/** Maximum number of names followed from one call; a hostile module must not cost more than an honest one. */
const MAX_NAMES = 50;
const MAX_PARTS = 1000;

/** Calls that write to the console or the standard streams, with the values they print. */
export function findPrints(sites: readonly Site[], position: (offset: number) => Position): PrintFact[] {
  const known = new Map<NameBinding, Shown>();
  return sites.flatMap(({ node, scope }) => {
    if (node.type !== 'CallExpression') return [];
    const call = nameCall(node, scope);
    if (call === undefined) return [];
    const args = node.arguments.map((argument) => ({ node: argument, scope }));
    return [{ call, ...followShown(showIn(args), known), at: position(node.start) }];
  });
}

function nameCall({ callee }: CallExpression, scope: Scope): string | undefined {
  return meaningsOf(callee, scope)
    .map(printName)
    .find((name) => name !== undefined);
}

function printName(meaning: Meaning): string | undefined {
  if (meaning.kind !== 'global') return undefined;
  const [first, second] = meaning.path;
  if (meaning.name === 'console' && typeof first === 'string' && CONSOLE.has(first))
    return `console.${first}`;
  const isStream = meaning.name === 'process' && typeof first === 'string' && STREAMS.has(first);
  return isStream && second === 'write' ? `process.${first}.write` : undefined;
}

/** What a value shows directly, and the names whose values it shows. */
interface Shown {
  readonly carriers: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly bindings: ReadonlySet<NameBinding>;
}

/** Adds what the shown names themselves show; each name is resolved once per module. */
function followShown(
  start: Shown,
  known: Map<NameBinding, Shown>,
): { carriers: readonly string[]; names: readonly string[] } {
  const carriers = new Set(start.carriers);
  const names = new Set(start.names);
  const followed = new Set(start.bindings);
  // A loop over a set also visits members added during the loop.
  for (const binding of followed) {
    const shown = known.get(binding) ?? showIn(binding.given.filter(({ picked }) => picked.length === 0));
    known.set(binding, shown);
    for (const carrier of shown.carriers) carriers.add(carrier);
    for (const name of shown.names) names.add(name);
    for (const next of shown.bindings) if (followed.size < MAX_NAMES) followed.add(next);
  }
  return { carriers: [...carriers].sort(), names: [...names].sort() };
}

/** Takes values apart: strings, objects and alternatives, down to names and members. */
function showIn(values: readonly { node: AnyNode; scope: Scope }[]): Shown {
  const carriers = new Set<string>();
  const names = new Set<string>();
  const bindings = new Set<NameBinding>();
  const waiting = [...values];
  for (let part = waiting.pop(), count = 0; part && count < MAX_PARTS; part = waiting.pop(), count += 1) {
    const { node, scope } = part;
    const inner = shownParts(node, scope);
    if (inner) {
      for (const child of inner.slice(0, MAX_PARTS)) waiting.push({ node: child, scope });
      continue;
    }
    const { root, path } = splitChain(node, scope);
    if (root.type !== 'Identifier' || path.at(-1) === 'length') continue;
    const binding = findBinding(root.name, scope);
    for (const name of [root.name, ...path]) if (name !== null) names.add(name);
    if (binding && path.length === 0) {
      if (bindings.has(binding)) continue;
      bindings.add(binding);
    }
    for (const meaning of meaningsOf(node, scope)) {
      const carrier = carrierOf(meaning);
      if (carrier !== undefined) carriers.add(carrier);
      for (const step of meaning.path) if (step !== null) names.add(step);
    }
  }
  return { carriers, names, bindings };
}

/**
 * The parts of an expression that appear in its value; undefined for a name, a member, or a value that shows nothing.
 */
function shownParts(start: AnyNode, scope: Scope): readonly AnyNode[] | undefined {
  const node = unwrap(start);
  switch (node.type) {
    case 'TemplateLiteral':
      return node.expressions;
    case 'BinaryExpression':
      return node.operator === '+' && node.left.type !== 'PrivateIdentifier' ? [node.left, node.right] : [];
    case 'LogicalExpression':
      return node.operator === '&&' ? [node.right] : [node.left, node.right];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'ArrayExpression':
      return node.elements.filter((element) => element !== null);
    case 'ObjectExpression':
      return node.properties.map((property) =>
        property.type === 'SpreadElement' ? property.argument : property.value,
      );
    case 'SpreadElement':
      return [node.argument];
    case 'AssignmentExpression':
      return [node.right];
    case 'CallExpression':
    case 'NewExpression':
      return partsOfCall(node, scope);
    case 'Identifier':
    case 'MemberExpression':
      return undefined;
    default:
      return [];
  }
}

function partsOfCall(node: CallExpression | NewExpression, scope: Scope): readonly AnyNode[] {
  const callee = unwrap(node.callee);
  const shows = meaningsOf(callee, scope).some(
    (meaning) => meaning.kind === 'global' && SHOWING.has([meaning.name, ...meaning.path].join('.')),
  );
  if (shows) return node.arguments;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  return SHOWING_METHODS.has(callee.property.name) ? [callee.object, ...node.arguments] : [];
}
