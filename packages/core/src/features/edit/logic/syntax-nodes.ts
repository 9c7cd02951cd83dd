import type { AnyNode, ArrayExpression, Expression, Node, Program, Property } from 'acorn';
import type { ValuePath } from '../../../sources/logic/module-reading.js';

/** The expression that a module exports under one of these names; undefined if it is not written in the module. */
export function findExported(program: Program, names: readonly string[]): Expression | undefined {
  const local = names.map((name) => localNameOf(program, name)).find((name) => name !== undefined);
  const declarations = program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
  });
  const found = declarations.find(({ id }) => id.type === 'Identifier' && id.name === local);
  return found?.init ?? undefined;
}

/** The name in the module of what it exports under another one, or under the same. */
export function localNameOf(program: Program, exported: string): string | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) continue;
    if (statement.declaration?.type === 'VariableDeclaration') {
      const declares = statement.declaration.declarations.some(
        ({ id }) => id.type === 'Identifier' && id.name === exported,
      );
      if (declares) return exported;
    }
    for (const { exported: name, local } of statement.specifiers) {
      if (name.type === 'Identifier' && name.name === exported && local.type === 'Identifier') {
        return local.name;
      }
    }
  }
  return undefined;
}

/**
 * The expression of the value at a path; undefined where the value is not written in place, but named or spread: a change
 * there could concern other places as well.
 */
export function findNode(root: Expression, path: ValuePath): Expression | undefined {
  let here: Expression | undefined = root;
  for (const step of path) {
    if (here === undefined) return undefined;
    here = typeof step === 'number' ? listItems(here)?.[step] : findProperty(here, step)?.value;
  }
  return here;
}

/** The property of an object literal; undefined if there is none, or if it may not be the one that counts. */
export function findProperty(node: Expression, key: string): Property | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const named = node.properties.filter(
    (one) => one.type !== 'Property' || one.computed || keyOf(one) === key,
  );
  const [found, ...others] = named;
  return found?.type === 'Property' && !found.computed && others.length === 0 ? found : undefined;
}

function keyOf({ key }: Property): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

/** The items of a list literal; undefined if some are spread or missing, so that positions could differ. */
export function listItems(node: Expression): readonly Expression[] | undefined {
  if (node.type !== 'ArrayExpression') return undefined;
  const items = node.elements.filter(isExpression);
  return items.length === node.elements.length ? items : undefined;
}

function isExpression(element: ArrayExpression['elements'][number]): element is Expression {
  return element !== null && element.type !== 'SpreadElement';
}

/** The local name of an exported value, if code of the module uses it and so may see what changes in the value; else null. */
export function usedName(program: Program, exported: string): string | null {
  const local = localNameOf(program, exported) ?? exported;
  return usesName(program, local) ? local : null;
}

/** Checks whether code uses a name: other than to declare or export it, and not as the name of a member. */
export function usesName(program: Program, name: string): boolean {
  const waiting: Node[] = [program];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const found = node as AnyNode;
    if (found.type === 'Identifier' && found.name === name) return true;
    for (const [key, child] of Object.entries(found)) {
      if (isNoUse(found, key)) continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) waiting.push(one);
    }
  }
  return false;
}

function isNoUse(node: AnyNode, key: string): boolean {
  if (node.type === 'ExportSpecifier') return true;
  if (node.type === 'VariableDeclarator') return key === 'id' && node.id.type === 'Identifier';
  if (node.type === 'MemberExpression') return key === 'property' && !node.computed;
  return node.type === 'Property' && key === 'key' && !node.computed;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
