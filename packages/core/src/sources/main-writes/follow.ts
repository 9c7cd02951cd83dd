import type { AnyNode, CallExpression, Expression, LogicalExpression, MemberExpression } from 'acorn';
import {
  findBinding,
  type GivenValue,
  isFunction,
  type NameBinding,
  namesIn,
  type Scope,
} from '../code-facts/code-sites.js';
import { foldText, meaningsOf, memberName, splitChain, unwrap } from '../code-facts/meaning.js';
import { type Aliases, giveNames } from './aliases.js';
import { membersOf, type Step } from './main-parts.js';
export type Steps = readonly Step[];

/** Maximum number of names followed per query; a hostile module must not cost more than an honest one. */
const MAX_NAMES = 30;
/** Maximum number of values visited per query. */
const MAX_VALUES = 100;

/** A value, found by following `steps` down from whatever the node refers to. */
export interface Reached {
  readonly node: AnyNode;
  readonly scope: Scope;
  readonly steps: Steps;
  /** The call that runs the function around the node; absent if it may be any call. */
  readonly frame?: Frame;
}

/** Arguments of one call, by parameter name. */
interface Frame {
  readonly names: ReadonlyMap<NameBinding, readonly GivenValue[]>;
  readonly caller: Frame | undefined;
}

/** Recognizes the goal of a search: any result except null ends the search. */
export type Goal<T> = (reached: Reached) => T | null;

interface Search<T> {
  readonly goal: Goal<T>;
  readonly aliases: Aliases;
  readonly seen: Set<NameBinding>;
  /** Number of values that may still be visited; shared with the searches that this search starts. */
  readonly budget: { left: number };
}

/** Searches everything an expression may refer to; returns the first match, or null. */
export function follow<T>(goal: Goal<T>, aliases: Aliases, from: Reached): T | null {
  return reach({ goal, aliases, seen: new Set(), budget: { left: MAX_VALUES } }, from);
}

function reach<T>(search: Search<T>, { node, scope, steps, frame }: Reached): T | null {
  search.budget.left -= 1;
  if (search.budget.left < 0) return null;
  const { root, path } = splitChain(node, scope);
  const from = { node: root, scope, steps: [...path, ...steps], ...(frame && { frame }) };
  const found = search.goal(from);
  if (found !== null) return found;
  switch (root.type) {
    case 'Identifier': {
      const binding = findBinding(root.name, scope);
      return binding ? reachName(search, binding, from) : null;
    }
    case 'ObjectExpression':
    case 'ArrayExpression':
      return reachLiteral(search, from);
    case 'AssignmentExpression':
      return reach(search, { ...from, node: root.right });
    case 'LogicalExpression':
      return reachAny(search, operandsOf(root), from);
    case 'ConditionalExpression':
      return reachAny(search, [root.consequent, root.alternate], from);
    case 'CallExpression':
      return reachCall(search, root, from);
    default:
      return null;
  }
}

/** The operands of `a ?? b || c`. A long chain is deeply nested, so this loops instead of recursing. */
function operandsOf(node: LogicalExpression): Expression[] {
  const operands: Expression[] = [];
  let left: Expression = node;
  for (; left.type === 'LogicalExpression'; left = left.left) operands.push(left.right);
  return [left, ...operands.reverse()].slice(0, MAX_NAMES);
}

function reachAny<T>(search: Search<T>, nodes: readonly AnyNode[], rest: Omit<Reached, 'node'>): T | null {
  for (const node of nodes) {
    const found = reach(search, { ...rest, node });
    if (found !== null) return found;
  }
  return null;
}

function reachName<T>(search: Search<T>, binding: NameBinding, { steps, frame }: Reached): T | null {
  const { aliases, seen } = search;
  let call = frame;
  while (call && !call.names.has(binding)) call = call.caller;
  if (!call && (seen.has(binding) || seen.size >= MAX_NAMES)) return null;
  if (!call) seen.add(binding);
  const ofAnyCall = [...(aliases.given.get(binding) ?? []), ...(aliases.defaults.get(binding) ?? [])];
  const given = [...binding.given, ...(call?.names.get(binding) ?? ofAnyCall)].slice(0, MAX_NAMES);
  const around = call ? call.caller : frame;
  for (const { node, scope, picked, isRest } of given) {
    // A rest pattern creates a new object: only its members are shared.
    if (isRest && steps.length === 0) continue;
    const found = reach(search, {
      node,
      scope,
      steps: [...picked, ...steps],
      ...(around && { frame: around }),
    });
    if (found !== null) return found;
  }
  for (const { node, scope, path } of (aliases.stored.get(binding) ?? []).slice(0, MAX_NAMES)) {
    if (!path.every((step, at) => step === steps[at])) continue;
    const found = reach(search, { node, scope, steps: steps.slice(path.length) });
    if (found !== null) return found;
  }
  return null;
}

/** Searches the part of a literal to which the steps lead. */
function reachLiteral<T>(search: Search<T>, from: Reached): T | null {
  const [step, ...rest] = from.steps;
  if (step === undefined) return null;
  // After a list is spread into another, the indexes of its members are unknown.
  const spread = from.node.type === 'ArrayExpression' ? [null, ...rest] : from.steps;
  for (const { key, value, isSpread, isGetter } of membersOf(from.node).reverse()) {
    if (!isSpread && key !== null && step !== null && key !== step) continue;
    const found = isGetter
      ? reachReturned(search, value, { ...from, steps: rest })
      : reach(search, { ...from, node: value, steps: isSpread ? spread : rest });
    if (found !== null) return found;
    if (key !== null && key === step) return null;
  }
  return null;
}

/** Searches what a call may yield: one of its arguments, or what the called function returns. */
function reachCall<T>(search: Search<T>, call: CallExpression, from: Reached): T | null {
  for (const { node, steps } of sharedByCall(call, from)) {
    const found = reach(search, { ...from, node, steps });
    if (found !== null) return found;
  }
  const own = findFunction(search, { ...from, node: unwrap(call.callee), steps: [] });
  return own && reachReturned(search, own, from, call);
}

function reachReturned<T>(search: Search<T>, own: AnyNode, from: Reached, call?: CallExpression): T | null {
  const { aliases } = search;
  const frame: Frame = {
    names: call ? argumentsOf(aliases, own, call, from.scope) : new Map(),
    caller: from.frame,
  };
  for (const { node, scope } of (aliases.returned.get(own) ?? []).slice(0, MAX_NAMES)) {
    const found = reach(search, { node, scope, steps: from.steps, frame });
    if (found !== null) return found;
  }
  return null;
}

/** The function of the module that an expression refers to. */
function findFunction<T>({ aliases, budget }: Search<T>, from: Reached): AnyNode | null {
  const goal: Goal<AnyNode> = ({ node, scope, steps }) => {
    if (steps.length > 0) return null;
    if (isFunction(node)) return node;
    const binding = node.type === 'Identifier' ? findBinding(node.name, scope) : undefined;
    return (binding && aliases.declared.get(binding)) ?? null;
  };
  return reach({ goal, aliases, budget, seen: new Set() }, from);
}

function argumentsOf(
  { inside, defaults }: Aliases,
  own: AnyNode,
  call: CallExpression,
  scope: Scope,
): Map<NameBinding, GivenValue[]> {
  const names = new Map<NameBinding, GivenValue[]>();
  const inner = inside.get(own);
  const parameters = 'params' in own ? own.params.slice(0, MAX_NAMES) : [];
  for (const [at, parameter] of parameters.entries()) {
    const argument = call.arguments[at];
    if (argument?.type === 'SpreadElement') break;
    for (const { name } of namesIn(parameter)) {
      const binding = inner && findBinding(name, inner);
      const isGiven = parameter.type === 'AssignmentPattern' && argument?.type === 'ObjectExpression';
      if (binding) names.set(binding, isGiven ? [] : [...(defaults.get(binding) ?? [])]);
    }
    if (argument) giveNames(parameter, inner, { node: argument, scope }, { into: names });
  }
  return names;
}

interface Shared {
  readonly node: AnyNode;
  readonly steps: readonly Step[];
}

/** Functions that return their first argument. */
const SAME = new Set(['Object.freeze', 'Object.seal', 'Object.preventExtensions', 'Object.assign']);
/** Maximum number of sources examined for one call to `Object.assign`. */
const MAX_SOURCES = 30;
/** Methods of a list that return one of its members. */
const PICKING = new Set(['find', 'findLast', 'at', 'pop', 'shift']);
/** Methods of a list that return the list itself. */
const CHANGING = new Set(['sort', 'reverse', 'fill', 'copyWithin']);
/** Methods of a list that return a new list of its members. */
const LISTING = new Set(['filter', 'slice', 'concat', 'toSorted', 'toReversed', 'values']);

/**
 * The objects whose members a call to a built-in function may return, each with the path to the member. For example,
 * `Object.values( main.tools )[ 0 ]` is a member of `main.tools`.
 */
function sharedByCall(
  call: CallExpression,
  { scope, steps }: { readonly scope: Scope; readonly steps: readonly Step[] },
): Shared[] {
  const callee = unwrap(call.callee);
  const [first, ...others] = call.arguments;
  const ofMethod =
    callee.type === 'MemberExpression' && callee.object.type !== 'Super'
      ? sharedByMethod(callee, scope, steps)
      : [];
  if (!first) return ofMethod;
  const ofFunction = meaningsOf(callee, scope)
    .filter(({ kind }) => kind === 'global')
    .flatMap(({ name, path }): Shared[] => {
      const called = [name, ...path].join('.');
      if (SAME.has(called)) {
        const copied = called === 'Object.assign' && steps.length > 0 ? others.slice(0, MAX_SOURCES) : [];
        return [first, ...copied].map((node) => ({ node, steps }));
      }
      const [key] = others;
      if (called === 'Reflect.get') {
        return [{ node: first, steps: [(key && foldText(key, scope)) ?? null, ...steps] }];
      }
      const inside = stepsIntoList(called, steps);
      return inside ? [{ node: first, steps: inside }] : [];
    });
  return [...ofMethod, ...ofFunction];
}

/**
 * Translates steps that start at the list returned by a built-in function into steps that start at the argument of that
 * function: the list is new, but shares the members of the argument.
 */
function stepsIntoList(called: string, [step, ...steps]: readonly Step[]): Step[] | null {
  if (step === undefined) return null;
  if (called === 'Object.values' || called === 'Array.from') return [null, ...steps];
  // Only the second element of a pair is shared.
  return called === 'Object.entries' && steps.length > 0 && steps[0] !== '0'
    ? [null, ...steps.slice(1)]
    : null;
}

function sharedByMethod(callee: MemberExpression, scope: Scope, steps: readonly Step[]): Shared[] {
  const method = memberName(callee, scope) ?? '';
  const node = callee.object;
  if (PICKING.has(method)) return [{ node, steps: [null, ...steps] }];
  if (CHANGING.has(method)) return [{ node, steps }];
  return LISTING.has(method) && steps.length > 0 ? [{ node, steps: [null, ...steps.slice(1)] }] : [];
}
