import type { AnyNode, CallExpression } from 'acorn';
import {
  findBinding,
  type GivenValue,
  isFunction,
  type NameBinding,
  namesIn,
  type Scope,
  type Site,
} from '../code-facts/code-sites.js';
import { memberName, unwrap } from '../code-facts/meaning.js';

/** Values that names are given by other means than by a declaration or an assignment. */
export type Aliases = ReadonlyMap<NameBinding, readonly GivenValue[]>;

/** Methods of a list that hand each member to a function. */
const EACH = new Set([
  ...['forEach', 'map', 'filter', 'find', 'findLast', 'findIndex', 'some', 'every', 'flatMap'],
]);

type Add = (
  pattern: AnyNode,
  inner: Scope | undefined,
  value: Omit<GivenValue, 'picked'>,
  at: null[],
) => void;

/** The variables of `for … of`, and parameters of functions of the module where they are called by name or for each member of a list. */
export function collectAliases(sites: readonly Site[]): Aliases {
  const found = new Map<NameBinding, GivenValue[]>();
  const scopes = new Map<AnyNode, Scope>();
  const functions = new Map<NameBinding, AnyNode>();
  for (const { node, parent, scope } of sites) {
    if (parent && isFunction(parent.node)) scopes.set(parent.node, scope);
    const name = node.type === 'FunctionDeclaration' ? node.id?.name : undefined;
    const binding = name === undefined ? undefined : findBinding(name, scope);
    if (binding) functions.set(binding, node);
  }
  const add: Add = (pattern, inner, value, at) => {
    for (const { name, picked, isRest } of inner ? namesIn(pattern, at) : []) {
      const binding = inner && findBinding(name, inner);
      if (!binding) continue;
      found.set(binding, [...(found.get(binding) ?? []), { ...value, picked, ...(isRest && { isRest }) }]);
    }
  };
  for (const site of sites) {
    const { node, parent, scope } = site;
    if (node.type === 'VariableDeclaration' && parent?.node.type === 'ForOfStatement') {
      const { right, left } = parent.node;
      for (const { id } of left === node ? node.declarations : [])
        add(id, scope, { node: right, scope }, [null]);
    }
    if (node.type === 'CallExpression') addArguments(node, site, { scopes, functions, add });
  }
  return found;
}

function addArguments(
  node: CallExpression,
  { scope }: Site,
  {
    scopes,
    functions,
    add,
  }: { scopes: ReadonlyMap<AnyNode, Scope>; functions: ReadonlyMap<NameBinding, AnyNode>; add: Add },
): void {
  const called = (target: AnyNode): AnyNode | undefined => {
    if (target.type !== 'Identifier') return isFunction(target) ? target : undefined;
    const binding = findBinding(target.name, scope);
    const given = binding?.given.find((value) => isFunction(value.node))?.node;
    return given ?? (binding && functions.get(binding));
  };
  const callee = unwrap(node.callee);
  const own = called(callee);
  if (own && 'params' in own) {
    for (const [at, argument] of node.arguments.entries()) {
      if (argument.type === 'SpreadElement') break;
      const parameter = own.params[at];
      if (parameter) add(parameter, scopes.get(own), { node: argument, scope }, []);
    }
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return;
  const [first] = node.arguments;
  const each = first && EACH.has(memberName(callee, scope) ?? '') ? called(unwrap(first)) : undefined;
  const parameter = each && 'params' in each ? each.params[0] : undefined;
  if (each && parameter) add(parameter, scopes.get(each), { node: callee.object, scope }, [null]);
}
