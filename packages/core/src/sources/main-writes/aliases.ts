import type { AnyNode, CallExpression } from 'acorn';
import {
  findBinding,
  functionAround,
  type GivenValue,
  isFunction,
  type NameBinding,
  namesIn,
  type Scope,
  type Site,
} from '../code-facts/code-sites.js';
import { memberName, unwrap } from '../code-facts/meaning.js';

/** A value in the scope in which it is written. */
export type PlacedNode = Pick<GivenValue, 'node' | 'scope'>;

/** Values that names receive by means other than a declaration or an assignment, and values that functions return. */
export interface Aliases {
  readonly given: ReadonlyMap<NameBinding, readonly GivenValue[]>;
  /** Default values of names: `( it = main ) => …`. */
  readonly defaults: ReadonlyMap<NameBinding, readonly GivenValue[]>;
  /** Values stored in a member of what a name refers to: `held.it = main`. */
  readonly stored: ReadonlyMap<NameBinding, readonly StoredValue[]>;
  /** Declared functions. */
  readonly declared: ReadonlyMap<NameBinding, AnyNode>;
  readonly returned: ReadonlyMap<AnyNode, readonly PlacedNode[]>;
  /** The inner scope of each function that has one. */
  readonly inside: ReadonlyMap<AnyNode, Scope>;
}

export interface StoredValue extends PlacedNode {
  readonly path: readonly string[];
}

/** Methods of a list that pass each member to a function. */
const EACH = new Set([
  ...['forEach', 'map', 'filter', 'find', 'findLast', 'findIndex', 'some', 'every', 'flatMap'],
]);

type Grow<K, V> = Map<K, V[]>;

function put<K, V>(map: Grow<K, V>, key: K | undefined, value: V): void {
  if (key === undefined) return;
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Assigns the parts of a value to the names of a pattern. */
export function giveNames(
  pattern: AnyNode,
  inner: Scope | undefined,
  value: Omit<GivenValue, 'picked'>,
  { into, at = [] }: { readonly into: Grow<NameBinding, GivenValue>; readonly at?: readonly null[] },
): void {
  for (const { name, picked, isRest } of inner ? namesIn(pattern, at) : []) {
    put(into, inner && findBinding(name, inner), { ...value, picked, ...(isRest && { isRest }) });
  }
}

/**
 * Collects the values given to variables of `for … of` and to parameters of the module's functions (called by name or
 * for each member of a list), default values, values stored in a member, and return values.
 */
export function collectAliases(sites: readonly Site[]): Aliases {
  const given: Grow<NameBinding, GivenValue> = new Map();
  const defaults: Grow<NameBinding, GivenValue> = new Map();
  const stored: Grow<NameBinding, StoredValue> = new Map();
  const returned: Grow<AnyNode, PlacedNode> = new Map();
  const inside = new Map<AnyNode, Scope>();
  const declared = new Map<NameBinding, AnyNode>();
  for (const { node, parent, scope } of sites) {
    if (parent && isFunction(parent.node)) inside.set(parent.node, scope);
    const name = node.type === 'FunctionDeclaration' ? node.id?.name : undefined;
    const binding = name === undefined ? undefined : findBinding(name, scope);
    if (binding) declared.set(binding, node);
  }
  for (const site of sites) {
    const { node, parent, scope } = site;
    switch (node.type) {
      case 'VariableDeclaration':
        if (parent?.node.type !== 'ForOfStatement' || parent.node.left !== node) break;
        for (const { id } of node.declarations) {
          giveNames(id, scope, { node: parent.node.right, scope }, { into: given, at: [null] });
        }
        break;
      case 'AssignmentPattern':
        giveNames(node.left, scope, { node: node.right, scope }, { into: defaults });
        break;
      case 'AssignmentExpression':
        noteStored(stored, node.left, { node: node.right, scope });
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type === 'BlockStatement') break;
        put(returned, node, { node: node.body, scope: inside.get(node) ?? scope });
        break;
      case 'ReturnStatement':
        if (node.argument) put(returned, functionAround(site), { node: node.argument, scope });
        break;
      case 'CallExpression':
        giveArguments(node, scope, { inside, declared, given });
        break;
      default:
    }
  }
  return { given, defaults, stored, declared, returned, inside };
}

/** An unknown member name reveals nothing about any other member. */
function noteStored(stored: Grow<NameBinding, StoredValue>, target: AnyNode, value: PlacedNode): void {
  const path: string[] = [];
  let at = target;
  for (; at.type === 'MemberExpression'; at = unwrap(at.object)) {
    const step = memberName(at, value.scope);
    if (step === null) return;
    path.push(step);
  }
  if (path.length === 0 || at.type !== 'Identifier') return;
  put(stored, findBinding(at.name, value.scope), { ...value, path: path.reverse() });
}

function giveArguments(
  node: CallExpression,
  scope: Scope,
  {
    inside,
    declared,
    given,
  }: Pick<Aliases, 'inside' | 'declared'> & { readonly given: Grow<NameBinding, GivenValue> },
): void {
  const called = (target: AnyNode): AnyNode | undefined => {
    if (target.type !== 'Identifier') return isFunction(target) ? target : undefined;
    const binding = findBinding(target.name, scope);
    const own = binding?.given.find((value) => isFunction(value.node))?.node;
    return own ?? (binding && declared.get(binding));
  };
  const callee = unwrap(node.callee);
  const own = called(callee);
  if (own && 'params' in own) {
    for (const [at, argument] of node.arguments.entries()) {
      if (argument.type === 'SpreadElement') break;
      const parameter = own.params[at];
      if (parameter) giveNames(parameter, inside.get(own), { node: argument, scope }, { into: given });
    }
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return;
  const [first] = node.arguments;
  const each = first && EACH.has(memberName(callee, scope) ?? '') ? called(unwrap(first)) : undefined;
  const parameter = each && 'params' in each ? each.params[0] : undefined;
  if (!each || !parameter) return;
  giveNames(parameter, inside.get(each), { node: callee.object, scope }, { into: given, at: [null] });
}
