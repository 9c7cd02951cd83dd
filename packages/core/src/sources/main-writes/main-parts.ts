import type { AnyNode, Expression, Property, SpreadElement } from 'acorn';
import type { ModuleScope } from '../module-scope.js';

export type Step = string | null;

/** The objects and lists that a value consists of, each with its path; copies do not count. */
export interface MainParts {
  pathOf(node: AnyNode): Step[] | null;
  /** Names the value refers to. */
  readonly names: ReadonlySet<string>;
}

/** Constants that refer to each other are followed up to this limit; the reader refuses longer chains. */
const MAX_REFERENCES = 100;

interface Part {
  readonly node: Expression;
  readonly owner: Expression | null;
  readonly key: Step;
  /** Whether the node is spread, so that only its members belong to the value, not the node itself. */
  readonly isCopied: boolean;
}

/** @param init initializer of the export; null if it is not written out */
export function collectParts(scope: ModuleScope, init: Expression | null): MainParts {
  const owners = new Map<AnyNode, Pick<Part, 'owner' | 'key'>>();
  const copied = new Set<AnyNode>();
  const names = new Set<string>();
  const waiting: Part[] = init ? [{ node: init, owner: null, key: null, isCopied: false }] : [];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const node = literalOf(scope, part.node, names);
    const seen = part.isCopied ? copied : owners;
    if (!node || seen.has(node)) continue;
    if (part.isCopied) copied.add(node);
    else owners.set(node, part);
    const owner = part.isCopied ? part.owner : node;
    for (const { key, value, isSpread } of membersOf(node)) {
      waiting.push({ node: value, owner, key, isCopied: isSpread });
    }
  }
  const pathOf = (node: AnyNode): Step[] | null => {
    let at = owners.get(node);
    if (!at) return null;
    const path: Step[] = [];
    for (; at?.owner; at = owners.get(at.owner)) path.push(at.key);
    return path.reverse();
  };
  return { pathOf, names };
}

export interface Member {
  readonly key: Step;
  readonly value: Expression;
  /** Whether `value` is spread here, so that its members take its place. */
  readonly isSpread: boolean;
  /** Whether `value` is a getter, whose return value is the member. */
  readonly isGetter?: boolean;
}

/**
 * Members of an object or list literal, in source order. After a spread, the indexes in a list are unknown.
 */
export function membersOf(node: AnyNode): Member[] {
  if (node.type === 'ArrayExpression') {
    const spread = node.elements.findIndex((element) => element?.type === 'SpreadElement');
    return node.elements.flatMap((element, at): Member[] => {
      if (!element) return [];
      if (element.type === 'SpreadElement') return [toSpread(element)];
      return [{ key: spread >= 0 && at > spread ? null : String(at), value: element, isSpread: false }];
    });
  }
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.map((property) =>
    property.type === 'SpreadElement'
      ? toSpread(property)
      : {
          key: keyOf(property),
          value: property.value,
          isSpread: false,
          isGetter: property.kind === 'get',
        },
  );
}

function toSpread({ argument }: SpreadElement): Member {
  return { key: null, value: argument, isSpread: true };
}

function keyOf({ key, computed }: Property): Step {
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : null;
}

/** The object or list that a constant expression of the module refers to; adds to `names` every name on the way. */
function literalOf(
  scope: ModuleScope,
  from: Expression,
  names: Set<string>,
  budget = { left: MAX_REFERENCES },
): Expression | null {
  let node: Expression = from;
  for (; budget.left > 0; budget.left -= 1) {
    if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return node;
    if (node.type === 'Identifier') {
      names.add(node.name);
      const binding = scope.bindings.get(node.name);
      if (binding?.kind !== 'const') return null;
      node = binding.init;
    } else if (node.type === 'MemberExpression' && node.object.type !== 'Super') {
      budget.left -= 1;
      const owner = literalOf(scope, node.object, names, budget);
      const { property, computed } = node;
      const plain = property.type === 'Identifier' && !computed ? property.name : null;
      const key = property.type === 'Literal' ? String(property.value) : plain;
      const member = owner && key !== null ? memberNamed(scope, owner, key, names, budget) : null;
      if (!member) return null;
      node = member;
    } else return null;
  }
  return null;
}

/** The last member of that name, which overrides the others. */
function memberNamed(
  scope: ModuleScope,
  owner: Expression,
  key: string,
  names: Set<string>,
  budget: { left: number },
): Expression | null {
  for (const member of membersOf(owner).reverse()) {
    if (!member.isSpread) {
      if (member.key === key) return member.value;
      continue;
    }
    budget.left -= 1;
    const source = budget.left > 0 ? literalOf(scope, member.value, names, budget) : null;
    const found = source && memberNamed(scope, source, key, names, budget);
    if (found) return found;
  }
  return null;
}
