import type { AnyNode, CallExpression, MemberExpression, Program } from 'acorn';
import { formatValuePath } from '../values/value-path.js';
import { collectSites, findBinding, functionAround, type Scope, type Site } from './code-facts/code-sites.js';
import { foldText, meaningsOf, memberName, unwrap } from './code-facts/meaning.js';
import { MAX_PROBLEMS } from './evaluation-session.js';
import type { MainWrite, Position } from './logic/module-reading.js';
import { collectAliases } from './main-writes/aliases.js';
import { follow, type Goal, type Steps } from './main-writes/follow.js';
import { collectParts, type MainParts, type Step } from './main-writes/main-parts.js';
import { type ModuleScope, topLevelPieces } from './module-scope.js';
import { collectMentions } from './syntax-walk.js';

/** Code that changes a member of the value an expression refers to. */
interface WriteSite {
  readonly container: AnyNode;
  /** The name of the member; null if the member varies, if there are several members, or if none is named. */
  readonly step: Step;
  readonly site: Site;
}

/** Functions that change their first argument; true if the second argument names the member. */
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
/** Methods that change the list or object they are called on. */
const MUTATORS = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['__defineGetter__', '__defineSetter__'],
]);

/** The writes of a single node; assignments to a plain name do not count. */
function writesOf(site: Site): WriteSite[] {
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

/** Checks whether a function changes its first argument: `Object.assign`, `Array.prototype.push.call`. */
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

/**
 * Finds the places where the handlers – the factory, its stages, and the parts of the module they use – write to the
 * exported value. If they do, a runtime serves a value other than the one that was read and graded. `findLoadTimeUses`
 * covers the code that runs while the module loads.
 *
 * @param exportName the name under which the value is exported
 * @returns the writes in source order
 */
export function findMainWrites(
  { program, position }: { readonly program: Program; readonly position: (offset: number) => Position },
  scope: ModuleScope,
  exportName: string,
): MainWrite[] {
  const main = scope.exports.get(exportName)?.local ?? null;
  const code = handlerCode(program, scope);
  if (main === null || code.length === 0) return [];
  const binding = scope.bindings.get(main);
  const parts = collectParts(scope, binding?.kind === 'const' ? binding.init : null);
  const known = new Set([main, ...parts.names]);
  if (!code.some(({ mentions }) => [...mentions].some((name) => known.has(name)))) return [];
  const sites = collectSites(program);
  const isHandlerCode = ({ node }: Site) =>
    code.some((piece) => piece.start <= node.start && node.end <= piece.end);
  const reaches = createReaching({ main, parts, sites });
  const found = new Map<number, string>();
  for (const { container, step, site } of sites.flatMap(writesOf)) {
    if (found.size >= MAX_PROBLEMS) break;
    if (found.has(site.node.start) || !isHandlerCode(site) || !functionAround(site)) continue;
    const path = reaches(container, site.scope);
    if (path) found.set(site.node.start, formatPath(exportName, [...path, step]));
  }
  return [...found].sort(([a], [b]) => a - b).map(([start, path]) => ({ path, at: position(start) }));
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly mentions: ReadonlySet<string>;
}

/** The code of the handlers: their declaration, the declarations of the names it uses, and so on. */
function handlerCode(program: Program, scope: ModuleScope): Piece[] {
  const first = scope.exports.get('handlers')?.local ?? null;
  if (first === null) return [];
  const pieces = program.body.flatMap((statement) => topLevelPieces(statement, new Set()));
  const byName = new Map<string, (typeof pieces)[number]['node'][]>();
  for (const { node, declares } of pieces) {
    for (const name of declares) byName.set(name, [...(byName.get(name) ?? []), node]);
  }
  // A loop over a set also visits members added during the loop.
  const names = new Set([first]);
  const code: Piece[] = [];
  for (const name of names) {
    for (const { start, end, ...node } of byName.get(name) ?? []) {
      const mentions = collectMentions({ start, end, ...node });
      code.push({ start, end, mentions });
      for (const mention of mentions) names.add(mention);
    }
  }
  return code;
}

/**
 * Returns a function that finds the part of the value to which an expression may refer. That function returns the path
 * of the part, or null if the expression refers to none; a copy of a part does not count.
 */
function createReaching({
  main,
  parts,
  sites,
}: {
  readonly main: string;
  readonly parts: MainParts;
  readonly sites: readonly Site[];
}): (node: AnyNode, scope: Scope) => Steps | null {
  const own = sites[0]?.scope.names.get(main);
  const aliases = collectAliases(sites);
  const goal: Goal<Steps> = ({ node, scope, steps }) => {
    if (node.type === 'Identifier') return own && findBinding(node.name, scope) === own ? steps : null;
    const path = parts.pathOf(node);
    return path && [...path, ...steps];
  };
  return (node, scope) => follow(goal, aliases, { node, scope, steps: [] });
}

/** Formats the known part of a path. */
function formatPath(root: string, steps: Steps): string {
  const end = steps.indexOf(null);
  const known = (end < 0 ? steps : steps.slice(0, end)) as readonly string[];
  return formatValuePath(
    root,
    known.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  );
}
