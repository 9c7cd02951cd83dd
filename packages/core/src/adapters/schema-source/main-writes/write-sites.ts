import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import type { Site } from '../code-facts/code-sites.js';
import { foldText, meaningsOf, memberName, unwrap } from '../code-facts/meaning.js';
import type { Step } from './main-parts.js';

/** Code that changes a member of what an expression stands for. */
export interface WriteSite {
  readonly container: AnyNode;
  /** null: another one each time, several, or none that is named. */
  readonly step: Step;
  readonly site: Site;
}

/** Functions that change their first argument; whether the second one names the member. */
const WRITERS: Readonly<Record<string, boolean>> = {
  'Object.assign': false,
  'Object.defineProperties': false,
  'Object.setPrototypeOf': false,
  'Object.defineProperty': true,
  'Reflect.setPrototypeOf': false,
  'Reflect.defineProperty': true,
  'Reflect.deleteProperty': true,
  'Reflect.set': true,
};
/** Methods of a list, and of any object, that change it. */
const MUTATORS = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['__defineGetter__', '__defineSetter__'],
]);

/** What a node changes by itself; writes of names are none. */
export function writesOf(site: Site): WriteSite[] {
  const { node } = site;
  switch (node.type) {
    case 'AssignmentExpression':
      return targetsOf(node.left, site);
    case 'UpdateExpression':
      return targetsOf(node.argument, site);
    case 'UnaryExpression':
      return node.operator === 'delete' ? targetsOf(unwrap(node.argument), site) : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return targetsOf(node.left, site);
    case 'CallExpression':
      return writesOfCall(node, site);
    default:
      return [];
  }
}

function targetsOf(target: AnyNode, site: Site): WriteSite[] {
  switch (target.type) {
    case 'MemberExpression':
      return [{ container: target.object, step: memberName(target, site.scope), site }];
    case 'AssignmentPattern':
      return targetsOf(target.left, site);
    case 'RestElement':
      return targetsOf(target.argument, site);
    case 'ArrayPattern':
      return target.elements.flatMap((part) => (part ? targetsOf(part, site) : []));
    case 'ObjectPattern':
      return target.properties.flatMap((part) =>
        targetsOf(part.type === 'RestElement' ? part.argument : part.value, site),
      );
    default:
      return [];
  }
}

function writesOfCall(node: CallExpression, site: Site): WriteSite[] {
  const callee = unwrap(node.callee);
  const [first, second] = node.arguments;
  const written = writtenArgument(callee, site);
  if (written && first && first.type !== 'SpreadElement') {
    const named = written.isNamed && second ? foldText(second, site.scope) : undefined;
    return [{ container: first, step: named ?? null, site }];
  }
  if (callee.type !== 'MemberExpression' || !isMutator(callee, site)) return [];
  return [{ container: callee.object, step: null, site }];
}

function isMutator(callee: MemberExpression, { scope }: Site): boolean {
  return MUTATORS.has(memberName(callee, scope) ?? '');
}

/** Is its first argument changed? `Object.assign`, `Array.prototype.push.call`. */
function writtenArgument(callee: AnyNode, { scope }: Site): { readonly isNamed: boolean } | null {
  for (const { kind, name, path } of meaningsOf(callee, scope)) {
    if (kind !== 'global') continue;
    const isNamed = WRITERS[`${name}.${path.join('.')}`];
    if (isNamed !== undefined) return { isNamed };
    const [owner, method, call] = path;
    const isLent = owner === 'prototype' && (call === 'call' || call === 'apply');
    if (name === 'Array' && isLent && MUTATORS.has(method ?? '')) return { isNamed: false };
  }
  return null;
}
