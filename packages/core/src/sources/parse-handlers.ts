import type {
  AnyNode,
  ArrowFunctionExpression,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  ObjectExpression,
} from 'acorn';
import type { HandlersReading } from './logic/module-reading.js';
import type { ModuleScope } from './module-scope.js';
import { collectReturns, indexNames } from './syntax-walk.js';

type Factory = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration;

/** Tool name → names of the functions of its handler; null if only running the code would tell. */
type HandlerNames = Map<string, ReadonlySet<string> | null>;

const UNREADABLE: HandlersReading = { kind: 'unreadable' };

/**
 * Lists the tools that have handler code: the keys of the object that the `handlers` factory returns (Schemas-Spec
 * 4.2.0, chapter 01). The factory is not called.
 */
export function parseHandlers(scope: ModuleScope): HandlersReading {
  const exported = scope.exports.get('handlers');
  if (!exported) return { kind: 'none' };
  const factory = exported.local === null ? undefined : findFactory(scope, exported.local, new Set());
  if (factory === undefined) return UNREADABLE;
  if (factory === null) return { kind: 'unreadable', notAFunction: true };
  if (factory.async || factory.generator) return UNREADABLE;
  const locals = factory.body.type === 'BlockStatement' ? localConstants(factory.body.body) : new Map();
  const returned = factory.body.type === 'BlockStatement' ? collectReturns(factory.body) : [factory.body];
  if (returned.length === 0) return UNREADABLE;
  const names: HandlerNames = new Map();
  const search = { scope, locals, names, seen: new Set<string>(), ...indexNames(factory) };
  for (const value of returned) if (!value || !addNames(value, search)) return UNREADABLE;
  const having = (...functions: readonly string[]) =>
    [...names].flatMap(([name, own]) => (own === null || functions.some((it) => own.has(it)) ? [name] : []));
  return {
    kind: 'named',
    tools: [...names.keys()],
    executing: having('executeRequest'),
    requesting: having('preRequest', 'executeRequest'),
  };
}

/** The factory's node; null if the name is known to refer to something else; undefined if its meaning is unknown. */
function findFactory(scope: ModuleScope, name: string, seen: Set<string>): Factory | null | undefined {
  const binding = scope.bindings.get(name);
  if (!binding || binding.kind === 'other' || seen.has(name)) return undefined;
  if (binding.kind === 'function') return binding.node.type === 'FunctionDeclaration' ? binding.node : null;
  const { init } = binding;
  switch (init.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return init;
    case 'Identifier':
      return findFactory(scope, init.name, seen.add(name));
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'Literal':
    case 'TemplateLiteral':
      return null;
    default:
      return undefined;
  }
}

interface HandlerSearch {
  readonly scope: ModuleScope;
  readonly locals: ReadonlyMap<string, Expression>;
  readonly names: HandlerNames;
  /** Names whose handlers are already in `names`. */
  readonly seen: Set<string>;
  readonly mentions: ReadonlyMap<string, number>;
  readonly assigned: ReadonlyMap<string, readonly (string | null)[]>;
}

/** Adds the tools for which a value has handlers; returns false if their names are not all known. */
function addNames(value: Expression, search: HandlerSearch): boolean {
  if (value.type === 'ObjectExpression') return addObjectNames(value, search);
  if (value.type !== 'Identifier') return false;
  if (search.seen.has(value.name)) return true;
  search.seen.add(value.name);
  const local = search.locals.get(value.name);
  if (!local) {
    const binding = search.scope.bindings.get(value.name);
    return binding?.kind === 'const' && addNames(binding.init, search);
  }
  const later = search.assigned.get(value.name) ?? [];
  // Each mention beyond the declaration, the current use and the assignments could add a handler.
  if ((search.mentions.get(value.name) ?? 0) > 2 + later.length || later.includes(null)) return false;
  for (const name of later) if (name !== null) search.names.set(name, null);
  return addNames(local, search);
}

function addObjectNames(node: ObjectExpression, search: HandlerSearch): boolean {
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      if (!addNames(property.argument, search)) return false;
      continue;
    }
    const { key } = property;
    if (key.type === 'Identifier' && !property.computed) {
      search.names.set(key.name, functionsOf(property.value));
    } else if (key.type === 'Literal') search.names.set(String(key.value), functionsOf(property.value));
    else return false;
  }
  return true;
}

/** Only an object literal with plain keys tells what a handler has. */
function functionsOf(handler: Expression): ReadonlySet<string> | null {
  if (handler.type !== 'ObjectExpression') return null;
  const names = new Set<string>();
  for (const property of handler.properties) {
    if (property.type === 'SpreadElement' || property.computed) return null;
    const { key } = property;
    if (key.type === 'Identifier') names.add(key.name);
    else if (key.type === 'Literal') names.add(String(key.value));
  }
  return names;
}

function localConstants(statements: readonly AnyNode[]): Map<string, Expression> {
  const locals = new Map<string, Expression>();
  for (const statement of statements) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue;
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && init) locals.set(id.name, init);
    }
  }
  return locals;
}
