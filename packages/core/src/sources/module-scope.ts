import type {
  AnyNode,
  ClassDeclaration,
  Expression,
  FunctionDeclaration,
  ModuleDeclaration,
  Pattern,
  Program,
  Statement,
} from 'acorn';

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
          bindings.set(name, { kind: 'other', reason: `refers to ${name}, which is no plain constant` });
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
