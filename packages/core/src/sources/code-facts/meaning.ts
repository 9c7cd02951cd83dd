import type { AnyNode, Expression, MemberExpression } from 'acorn';
import { findBinding, type NameBinding, type Scope } from './code-sites.js';

type Steps = readonly (string | null)[];

/** The meaning of a name or a chain of members. An unknown step is null. */
export type Meaning =
  | { readonly kind: 'global'; readonly name: string; readonly path: Steps }
  | { readonly kind: 'parameter'; readonly name: string; readonly path: Steps; readonly picked: boolean }
  | { readonly kind: 'module'; readonly name: string; readonly path: Steps };

/** Names of the global object. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self']);

/** Maximum number of names followed per query; a hostile module must not cost more than an honest one. */
const MAX_NAMES = 30;

/** Cache: a name is looked up at each use, but resolved only once. */
const known = new WeakMap<NameBinding, readonly Meaning[]>();

/** Everything an expression may refer to; empty for anything except a name, a member or a module. */
export function meaningsOf(node: AnyNode, scope: Scope): Meaning[] {
  return meaningsAlong(node, scope, undefined);
}

/** @param seen names already being followed; undefined at the start of a query */
function meaningsAlong(node: AnyNode, scope: Scope, seen: Set<NameBinding> | undefined): Meaning[] {
  const { root, path } = splitChain(node, scope);
  const module = moduleName(root, scope);
  if (module !== undefined) return [{ kind: 'module', name: module, path }];
  if (root.type !== 'Identifier') return [];
  const binding = findBinding(root.name, scope);
  if (!binding) return [asGlobal(root.name, path)];
  const steps = [...binding.picked, ...path];
  switch (binding.kind) {
    case 'parameter':
      return [{ kind: 'parameter', name: root.name, path: steps, picked: binding.picked.length > 0 }];
    case 'import':
      return [{ kind: 'module', name: binding.module ?? '', path: steps }];
    default:
      return meaningsOfBinding(binding, seen).map((meaning) => extend(meaning, path));
  }
}

function meaningsOfBinding(binding: NameBinding, seen: Set<NameBinding> | undefined): readonly Meaning[] {
  const remembered = seen ? undefined : known.get(binding);
  if (remembered) return remembered;
  const following = seen ?? new Set();
  if (following.has(binding) || following.size >= MAX_NAMES) return [];
  following.add(binding);
  const found = binding.given
    .slice(0, MAX_NAMES)
    .flatMap(({ node, scope, picked }) =>
      meaningsAlong(node, scope, following).map((meaning) => extend(meaning, picked)),
    );
  if (!seen) known.set(binding, found);
  return found;
}

/** Splits `a.b[c].d` into `a` and its members. */
export function splitChain(node: AnyNode, scope: Scope): { root: AnyNode; path: (string | null)[] } {
  const path: (string | null)[] = [];
  let root = unwrap(node);
  while (root.type === 'MemberExpression') {
    path.push(memberName(root, scope));
    root = unwrap(root.object);
  }
  return { root, path: path.reverse() };
}

/** Name of the member; null if it is computed from an unknown value. */
export function memberName({ property, computed }: MemberExpression, scope: Scope): string | null {
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  if (!computed && property.type === 'Identifier') return property.name;
  return foldText(property, scope) ?? null;
}

/**
 * Text that a constant expression yields: `'con' + 'structor'`. Undefined for anything else, and for an expression with
 * more than {@link MAX_NAMES} parts.
 */
export function foldText(node: AnyNode, scope: Scope, budget = { left: MAX_NAMES }): string | undefined {
  const parts: string[] = [];
  let left = unwrap(node);
  // A long concatenation is a deeply nested chain, so this loops instead of recursing.
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    const right = foldText(left.right, scope, budget);
    if (right === undefined) return undefined;
    parts.push(right);
    left = unwrap(left.left);
  }
  const first = foldPart(left, scope, budget);
  return first === undefined ? undefined : [first, ...parts.reverse()].join('');
}

function foldPart(node: AnyNode, scope: Scope, budget: { left: number }): string | undefined {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number'
        ? String(node.value)
        : undefined;
    case 'TemplateLiteral': {
      let text = node.quasis[0]?.value.cooked ?? '';
      for (const [at, expression] of node.expressions.entries()) {
        const part = foldText(expression, scope, budget);
        if (part === undefined) return undefined;
        text += part + (node.quasis[at + 1]?.value.cooked ?? '');
      }
      return text;
    }
    case 'Identifier': {
      const given = findBinding(node.name, scope)?.given ?? [];
      const [only] = given;
      if (given.length !== 1 || !only || only.picked.length > 0) return undefined;
      return foldText(only.node, only.scope, budget);
    }
    default:
      return undefined;
  }
}

/** Removes wrappers that do not change what an expression refers to. */
export function unwrap(node: AnyNode): AnyNode {
  let at = node;
  for (;;) {
    if (at.type === 'ChainExpression') at = at.expression;
    else if (at.type === 'ParenthesizedExpression') at = at.expression;
    else if (at.type === 'AwaitExpression') at = at.argument;
    else if (at.type === 'SequenceExpression') at = at.expressions.at(-1) as Expression;
    else return at;
  }
}

function extend(meaning: Meaning, steps: Steps): Meaning {
  const path = [...meaning.path, ...steps];
  return meaning.kind === 'global' ? asGlobal(meaning.name, path) : { ...meaning, path };
}

/** Reads `globalThis.process.env` as `process.env`. */
function asGlobal(name: string, path: Steps): Meaning {
  const steps = [name, ...path];
  const at = steps.findIndex((step) => step === null || !GLOBAL_OBJECTS.has(step));
  const named = at < 0 ? steps.length - 1 : steps[at] === null ? at - 1 : at;
  return { kind: 'global', name: steps[named] ?? name, path: steps.slice(named + 1) };
}

/** The module named by `require('x')` and `import('x')`. */
function moduleName(node: AnyNode, scope: Scope): string | undefined {
  if (node.type === 'ImportExpression') return foldText(node.source, scope);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  if (node.callee.name !== 'require' || findBinding('require', scope)) return undefined;
  const [argument] = node.arguments;
  return argument ? foldText(argument, scope) : undefined;
}

/**
 * Arguments that the runtime passes to a handler, each with the members that hold the prepared request or server params
 * (Schemas-Spec 4.2.0, chapter 05: the runtime puts keys into the address and headers). The other members of `payload`
 * hold the caller's values. An empty list stands for the whole argument.
 */
const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  struct: ['url', 'headers', 'body', 'request', 'requestInit', 'options'],
  payload: ['url', 'headers', 'body', 'serverParams', 'options'],
  serverParams: [],
};

/** Path of the carrier that an expression refers to, such as `payload.headers`; undefined if it cannot hold a key. */
export function carrierOf(meaning: Meaning): string | undefined {
  for (const steps of handedSteps(meaning)) {
    const [name, member] = steps;
    const members = typeof name === 'string' && Object.hasOwn(CARRIERS, name) ? CARRIERS[name] : undefined;
    if (!name || !members) continue;
    if (member === undefined) return name;
    if (members.length === 0 || member === null) return `${name}.${member ?? '[…]'}`;
    if (members.includes(member)) return `${name}.${member}`;
  }
  return undefined;
}

/** Checks whether an expression refers to the address that the runtime prepared. */
export function isPreparedAddress(meaning: Meaning): boolean {
  return handedSteps(meaning).some(
    ([name, member]) => (name === 'struct' || name === 'payload') && member === 'url',
  );
}

/** Name of the injected library that an expression refers to, if any. */
export function libraryOf(meaning: Meaning): string | undefined {
  for (const [name, library] of handedSteps(meaning)) {
    if (name === 'libraries' && typeof library === 'string') return library;
  }
  return undefined;
}

/** The steps from the runtime's argument to the value, for `({ struct })`, `(struct)` and `(given) => given.struct`. */
function handedSteps(meaning: Meaning): (readonly (string | null)[])[] {
  if (meaning.kind !== 'parameter') return [];
  return meaning.picked ? [meaning.path] : [[meaning.name, ...meaning.path], meaning.path];
}
