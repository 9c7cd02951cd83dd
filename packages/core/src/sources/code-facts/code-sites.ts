import type { AnyNode, Expression, Pattern, Program } from 'acorn';
import { childrenOf } from '../syntax-walk.js';

/** A value assigned to a name, and the members picked from it (`const { url } = struct` picks `url`). */
export interface GivenValue {
  readonly node: Expression;
  readonly scope: Scope;
  /** null stands for a member with an unknown name. */
  readonly picked: readonly (string | null)[];
  /** Set if the name holds a copy of the remaining members: `const { url, ...others } = struct`. */
  readonly isRest?: true;
}

export interface NameBinding {
  readonly kind: 'parameter' | 'import' | 'value';
  /** For a parameter, the members picked from it; for an import, the members picked from the module. */
  readonly picked: readonly (string | null)[];
  /** Name of the module; for imports only. */
  readonly module?: string;
  /** Every value ever assigned to the name; empty if unknown. */
  readonly given: GivenValue[];
}

export interface Scope {
  readonly parent: Scope | null;
  /** `var` is declared in the nearest scope with this flag. */
  readonly holdsVar: boolean;
  readonly names: Map<string, NameBinding>;
  /** Cache of names found in outer scopes: scopes may be deep, and names are looked up often. */
  readonly outer: Map<string, NameBinding | undefined>;
}

/** A node of the tree with its parent and scope. */
export interface Site {
  readonly node: AnyNode;
  readonly parent: Site | null;
  readonly scope: Scope;
}

/** Most nodes of a schema are data and yield no facts. */
const DATA = new Set<AnyNode['type']>(['Literal', 'Property', 'ObjectExpression', 'ArrayExpression']);

/**
 * Lists the nodes of a program in source order, each with its scope; literals, objects, lists and their properties are
 * left out. All names are declared when this returns, so a name may be looked up before the line that declares it. Does
 * not recurse: the tree may be as deep as the parser's stack allows.
 */
export function collectSites(program: Program): Site[] {
  const sites: Site[] = [];
  const assigned: Site[] = [];
  const waiting: Site[] = [{ node: program, parent: null, scope: createScope(null, true) }];
  for (let site = waiting.pop(); site; site = waiting.pop()) {
    if (!DATA.has(site.node.type)) sites.push(site);
    if (site.node.type === 'AssignmentExpression') assigned.push(site);
    const inner = scopeInside(site);
    declareNames(site.node, site.scope, inner);
    const children = childrenOf(site.node, isPlainName);
    for (let at = children.length - 1; at >= 0; at -= 1) {
      waiting.push({ node: children[at] as AnyNode, parent: site, scope: inner });
    }
  }
  for (const { node, scope } of assigned)
    if (node.type === 'AssignmentExpression') noteAssignment(node, scope);
  return sites;
}

/** The binding a name refers to; undefined for a global. Call it only once all names are declared. */
export function findBinding(name: string, scope: Scope): NameBinding | undefined {
  const own = scope.names.get(name);
  if (own || scope.outer.has(name)) return own ?? scope.outer.get(name);
  let found: NameBinding | undefined;
  for (let at = scope.parent; at && !found; at = at.parent) found = at.names.get(name);
  scope.outer.set(name, found);
  return found;
}

function createScope(parent: Scope | null, holdsVar: boolean): Scope {
  return { parent, holdsVar, names: new Map(), outer: new Map() };
}

function scopeInside({ node, scope, parent }: Site): Scope {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'StaticBlock':
      return createScope(scope, true);
    case 'BlockStatement':
      // The body of a function shares the scope of its parameters.
      return parent && isFunction(parent.node) ? scope : createScope(scope, false);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'SwitchStatement':
    case 'CatchClause':
    case 'ClassExpression':
      return createScope(scope, false);
    default:
      return scope;
  }
}

export function isFunction(node: AnyNode): boolean {
  return (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration'
  );
}

function declareNames(node: AnyNode, outer: Scope, inner: Scope): void {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.type !== 'ArrowFunctionExpression' && node.id) {
        const home = node.type === 'FunctionDeclaration' ? outer : inner;
        declare(home, node.id.name, { kind: 'value', picked: [], given: [] });
      }
      for (const parameter of node.params) {
        for (const { name, picked } of namesIn(parameter)) {
          declare(inner, name, { kind: 'parameter', picked, given: [] });
        }
      }
      return;
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (node.id) {
        const home = node.type === 'ClassDeclaration' ? outer : inner;
        declare(home, node.id.name, { kind: 'value', picked: [], given: [] });
      }
      return;
    case 'CatchClause':
      if (node.param) declareValue(node.param, undefined, inner, inner);
      return;
    case 'VariableDeclaration': {
      const home = node.kind === 'var' ? varHome(outer) : outer;
      for (const { id, init } of node.declarations) declareValue(id, init ?? undefined, home, outer);
      return;
    }
    case 'ImportDeclaration':
      for (const specifier of node.specifiers) {
        const module = String(node.source.value);
        declare(outer, specifier.local.name, {
          kind: 'import',
          module,
          picked: importedName(specifier),
          given: [],
        });
      }
      return;
    default:
  }
}

function importedName(specifier: AnyNode): readonly (string | null)[] {
  if (specifier.type !== 'ImportSpecifier') return [];
  const { imported } = specifier;
  return [imported.type === 'Identifier' ? imported.name : String(imported.value)];
}

function varHome(scope: Scope): Scope {
  let home = scope;
  while (!home.holdsVar && home.parent) home = home.parent;
  return home;
}

function declareValue(pattern: Pattern, init: Expression | undefined, home: Scope, scope: Scope): void {
  for (const { name, ...how } of namesIn(pattern)) {
    declare(home, name, { kind: 'value', picked: [], given: init ? [{ node: init, scope, ...how }] : [] });
  }
}

function declare(scope: Scope, name: string, binding: NameBinding): void {
  const known = scope.names.get(name);
  if (known) known.given.push(...binding.given);
  else scope.names.set(name, binding);
}

function noteAssignment({ left, right }: { left: Pattern | AnyNode; right: Expression }, scope: Scope): void {
  for (const { name, ...how } of namesIn(left)) {
    findBinding(name, scope)?.given.push({ node: right, scope, ...how });
  }
}

interface PickedName extends Pick<GivenValue, 'picked' | 'isRest'> {
  readonly name: string;
}

/** The names a pattern assigns, and the member of the whole value that each of them receives. */
export function namesIn(pattern: AnyNode, picked: readonly (string | null)[] = []): PickedName[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, picked }];
    case 'AssignmentPattern':
      return namesIn(pattern.left, picked);
    case 'RestElement':
      return namesIn(pattern.argument, picked).map((found) => ({ ...found, isRest: true }));
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part ? namesIn(part, [...picked, null]) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) => {
        if (part.type === 'RestElement') return namesIn(part, picked);
        const { key } = part;
        const plain = key.type === 'Identifier' && !part.computed ? key.name : null;
        const step = plain ?? (key.type === 'Literal' ? String(key.value) : null);
        return namesIn(part.value, [...picked, step]);
      });
    default:
      return [];
  }
}

/**
 * Checks whether a child of a node is a name that is not a reference: `name` in `x.name` or `{ name: 1 }`, a label, or
 * the names of an import.
 */
function isPlainName(node: AnyNode, key: string): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return key === 'property' && !node.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return key === 'key' && !node.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return key === 'label';
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return key === 'specifiers';
    case 'MetaProperty':
      return true;
    default:
      return false;
  }
}

/** The innermost function that contains the node; undefined for code at the top level. */
export function functionAround({ parent }: Site): AnyNode | undefined {
  let at = parent;
  while (at && !isFunction(at.node)) at = at.parent;
  return at?.node;
}
