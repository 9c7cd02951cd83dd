import type { AnyNode, Program } from 'acorn';
import type { MainWrite, Position } from '../../model/module-reading.js';
import { formatValuePath } from '../../model/value-path.js';
import { collectSites, findBinding, isFunction, type Scope, type Site } from './code-facts/code-sites.js';
import { MAX_PROBLEMS } from './evaluation-session.js';
import { topLevelPieces } from './load-time-uses.js';
import { collectAliases } from './main-writes/aliases.js';
import { follow, type Goal, type Steps } from './main-writes/follow.js';
import { collectParts, type MainParts } from './main-writes/main-parts.js';
import { writesOf } from './main-writes/write-sites.js';
import type { ModuleScope } from './module-scope.js';
import { collectMentions } from './syntax-walk.js';

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
  const goal: Goal<Steps> = ({ node, scope, steps }) => {
    if (node.type === 'Identifier') return own && findBinding(node.name, scope) === own ? steps : null;
    const path = parts.pathOf(node);
    return path && [...path, ...steps];
  };
  return (node, scope) => follow(goal, aliases, { node, scope, steps: [] });
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
