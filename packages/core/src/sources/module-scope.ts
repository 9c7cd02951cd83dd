import type {
  AnyNode,
  ClassDeclaration,
  Expression,
  FunctionDeclaration,
  ModuleDeclaration,
  Node,
  Pattern,
  Program,
  Statement,
} from 'acorn';
import { collectMentions, runsCode } from './syntax-walk.js';

/** The meaning of a name in the module. */
export type Binding =
  | { readonly kind: 'const'; readonly init: Expression; readonly end: number }
  | { readonly kind: 'function'; readonly node: ClassDeclaration | FunctionDeclaration }
  | { readonly kind: 'other'; readonly reason: string };

export interface ModuleScope {
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Exported name → local name; null if another module provides it. */
  readonly exports: ReadonlyMap<string, { readonly local: string | null; readonly start: number }>;
}

/** The names of a module and its exports; `export default` is left out, because a schema cannot use it. */
export function buildModuleScope(program: Program): ModuleScope {
  const bindings = new Map<string, Binding>();
  const exports = new Map<string, { local: string | null; start: number }>();
  for (const statement of program.body) {
    if (statement.type === 'ExportNamedDeclaration') {
      for (const name of declare(statement.declaration, bindings)) {
        exports.set(name, { local: name, start: statement.start });
      }
      for (const { exported, local } of statement.specifiers) {
        exports.set(nameOf(exported), { local: statement.source ? null : nameOf(local), start: local.start });
      }
    } else declare(statement, bindings);
  }
  return { bindings, exports };
}

function declare(
  node: Statement | ModuleDeclaration | null | undefined,
  bindings: Map<string, Binding>,
): string[] {
  switch (node?.type) {
    case 'ImportDeclaration':
      return node.specifiers.map(({ local }) => {
        bindings.set(local.name, { kind: 'other', reason: `refers to ${local.name}, which is imported` });
        return local.name;
      });
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      bindings.set(node.id.name, { kind: 'function', node });
      return [node.id.name];
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id, init, end }) => {
        if (node.kind === 'const' && id.type === 'Identifier' && init) {
          bindings.set(id.name, { kind: 'const', init, end });
          return [id.name];
        }
        const names = namesOf(id);
        for (const name of names) {
          bindings.set(name, { kind: 'other', reason: `refers to ${name}, which is not a plain constant` });
        }
        return names;
      });
    default:
      return [];
  }
}

function namesOf(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) =>
        namesOf(part.type === 'RestElement' ? part.argument : part.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part ? namesOf(part) : []));
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    default:
      return [];
  }
}

function nameOf(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

/**
 * Finds code that runs while the module loads and can change the exported value, so that a runtime may get a value
 * other than the literal (`Object.assign(main, …)`, `main.tools.x = …`). Other top-level code cannot change the value
 * and does not concern the reader.
 *
 * @param names constants that the value was made from, including the exported one
 */
export function findLoadTimeUses(program: Program, names: ReadonlySet<string>): Node[] {
  const pieces = program.body.flatMap((statement) => topLevelPieces(statement, names));
  const running = pieces.filter(({ node, declares }) => declares.length === 0 || runsCode(node));
  if (running.every(({ node }) => !runsCode(node))) return [];
  const tainted = spreadNames(pieces, names);
  return running
    .filter(({ node }) => runsCode(node) && [...collectMentions(node)].some((name) => tainted.has(name)))
    .map(({ node }) => node);
}

interface Piece {
  readonly node: Node;
  readonly declares: readonly string[];
}

/** Splits a top-level statement into its declarations and the code that declares nothing. */
export function topLevelPieces(statement: Program['body'][number], names: ReadonlySet<string>): Piece[] {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return [];
    case 'ExportNamedDeclaration':
      return statement.declaration ? topLevelPieces(statement.declaration, names) : [];
    case 'ExportDefaultDeclaration':
      return [{ node: statement.declaration, declares: [] }];
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return [{ node: statement, declares: [statement.id.name] }];
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id, init }) => {
        const declares = [...collectMentions(id)];
        return init && !declares.some((name) => names.has(name)) ? [{ node: init, declares }] : [];
      });
    default:
      return [{ node: statement, declares: [] }];
  }
}

/** The names themselves and everything built from them: aliases, and functions that use them. */
function spreadNames(pieces: readonly Piece[], names: ReadonlySet<string>): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { node, declares } of pieces) {
    for (const name of declares.length > 0 ? collectMentions(node) : []) {
      const known = users.get(name) ?? [];
      known.push(...declares);
      users.set(name, known);
    }
  }
  // A loop over a set also visits members added during the loop.
  const tainted = new Set(names);
  for (const name of tainted) for (const user of users.get(name) ?? []) tainted.add(user);
  return tainted;
}
