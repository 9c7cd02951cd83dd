import type { AnyNode, Expression, LogicalExpression, Program } from 'acorn';
import type { MainWrite, Position } from '../../model/module-reading.js';
import { formatValuePath } from '../../model/value-path.js';
import {
  collectSites,
  findBinding,
  isFunction,
  type NameBinding,
  type Scope,
  type Site,
} from './code-facts/code-sites.js';
import { meaningsOf, splitChain, unwrap } from './code-facts/meaning.js';
import { MAX_PROBLEMS } from './evaluation-session.js';
import { topLevelPieces } from './load-time-uses.js';
import { type Aliases, collectAliases } from './main-writes/aliases.js';
import { collectParts, type MainParts, membersOf, type Step } from './main-writes/main-parts.js';
import { writesOf } from './main-writes/write-sites.js';
import type { ModuleScope } from './module-scope.js';
import { collectMentions } from './syntax-walk.js';

type Steps = readonly Step[];

/** Names followed for one write; a hostile module must not cost more than an honest one. */
const MAX_NAMES = 30;

/**
 * Where the handlers – the factory, its stages, and what of the module they use – write to the exported value. What was
 * read of the module, and graded, is then not what a runtime serves. Code that runs while the module loads is
 * `findLoadTimeUses`' business.
 *
 * @param exportName name of the value's export
 * @returns in the order of the text
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
    if (found.has(site.node.start) || !isHandlerCode(site) || !runsLater(site)) continue;
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

/** What the handlers are made of: their declaration, and those of the names it uses, and so on. */
function handlerCode(program: Program, scope: ModuleScope): Piece[] {
  const first = scope.exports.get('handlers')?.local ?? null;
  if (first === null) return [];
  const pieces = program.body.flatMap((statement) => topLevelPieces(statement, new Set()));
  const byName = new Map<string, (typeof pieces)[number]['node'][]>();
  for (const { node, declares } of pieces) {
    for (const name of declares) byName.set(name, [...(byName.get(name) ?? []), node]);
  }
  // A set visits what is added to it while it is walked.
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

function runsLater({ parent }: Site): boolean {
  for (let at = parent; at; at = at.parent) if (isFunction(at.node)) return true;
  return false;
}

/** Tells the path of what an expression may stand for, where that is a part of the value by reference; null otherwise. */
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
  return (node, scope) => reach({ own, parts, aliases, seen: new Set() }, { node, scope, steps: [] });
}

interface Search {
  readonly own: NameBinding | undefined;
  readonly parts: MainParts;
  readonly aliases: Aliases;
  readonly seen: Set<NameBinding>;
}

/** A value: what the node stands for, and from there so many members on. */
interface Reached {
  readonly node: AnyNode;
  readonly scope: Scope;
  readonly steps: Steps;
}

function reach(search: Search, { node, scope, steps }: Reached): Steps | null {
  const { root, path } = splitChain(node, scope);
  const all = [...path, ...steps];
  switch (root.type) {
    case 'Identifier': {
      const binding = findBinding(root.name, scope);
      return binding ? reachName(search, binding, all) : null;
    }
    case 'ObjectExpression':
    case 'ArrayExpression':
      return reachLiteral(search, { node: root, scope, steps: all });
    case 'LogicalExpression':
      return reachAny(search, operandsOf(root), { scope, steps: all });
    case 'ConditionalExpression':
      return reachAny(search, [root.consequent, root.alternate], { scope, steps: all });
    case 'CallExpression': {
      const [argument] = root.arguments;
      const inside = argument ? stepsIntoList(root.callee, scope, all) : null;
      return argument && inside ? reach(search, { node: argument, scope, steps: inside }) : null;
    }
    default:
      return null;
  }
}

/** `a ?? b || c`: a long one is one deep chain, so it is walked, not recursed into. */
function operandsOf(node: LogicalExpression): Expression[] {
  const operands: Expression[] = [];
  let left: Expression = node;
  for (; left.type === 'LogicalExpression'; left = left.left) operands.push(left.right);
  return [left, ...operands.reverse()].slice(0, MAX_NAMES);
}

function reachAny(search: Search, nodes: readonly AnyNode[], rest: Omit<Reached, 'node'>): Steps | null {
  for (const node of nodes) {
    const found = reach(search, { ...rest, node });
    if (found) return found;
  }
  return null;
}

function reachName(search: Search, binding: NameBinding, steps: Steps): Steps | null {
  if (binding === search.own) return steps;
  if (search.seen.has(binding) || search.seen.size >= MAX_NAMES) return null;
  search.seen.add(binding);
  const given = [...binding.given, ...(search.aliases.get(binding) ?? [])].slice(0, MAX_NAMES);
  for (const { node, scope, picked, isRest } of given) {
    // What a rest takes is a new object: only what is in it is shared.
    if (isRest && steps.length === 0) continue;
    const found = reach(search, { node, scope, steps: [...picked, ...steps] });
    if (found) return found;
  }
  return null;
}

/** A literal is a part of the value itself, or holds one where the steps lead. */
function reachLiteral(search: Search, { node, scope, steps }: Reached): Steps | null {
  const path = search.parts.pathOf(node);
  if (path) return [...path, ...steps];
  const [step, ...rest] = steps;
  if (step === undefined) return null;
  // Of a list that is spread into another the places are not known.
  const spread = node.type === 'ArrayExpression' ? [null, ...rest] : steps;
  for (const { key, value, isSpread } of membersOf(node).reverse()) {
    if (!isSpread && key !== null && step !== null && key !== step) continue;
    const found = reach(search, { node: value, scope, steps: isSpread ? spread : rest });
    if (found) return found;
    if (key !== null && key === step) return null;
  }
  return null;
}

/** A list of what an object holds, which is still the object's: `Object.values( main.tools )[ 0 ]`. */
function stepsIntoList(callee: AnyNode, scope: Scope, [, ...steps]: Steps): Step[] | null {
  const names = meaningsOf(unwrap(callee), scope).map(({ name, path }) => [name, ...path].join('.'));
  if (names.includes('Object.values')) return [null, ...steps];
  // Of a pair only the second one is.
  return names.includes('Object.entries') && steps.length > 0 && steps[0] !== '0'
    ? [null, ...steps.slice(1)]
    : null;
}

/** As far as it is known. */
function formatPath(root: string, steps: Steps): string {
  const end = steps.indexOf(null);
  const known = (end < 0 ? steps : steps.slice(0, end)) as readonly string[];
  return formatValuePath(
    root,
    known.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  );
}
