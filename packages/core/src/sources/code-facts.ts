import type { AnyNode, Comment } from 'acorn';
import { collectSites, functionAround, isFunction, type Site } from './code-facts/code-sites.js';
import { findImports, usesOfImports } from './code-facts/imports.js';
import { findPrints } from './code-facts/prints.js';
import { findNetworkUses, findUses } from './code-facts/uses.js';
import type { CodeFacts, FormattingFact } from './logic/code-facts.js';
import { buildUnread, type ModuleReading, READING_LIMITS } from './logic/module-reading.js';
import { evaluateModule, type ModuleReadingOptions } from './parse-module.js';
import { type ParsedSource, parseSource } from './parse-source.js';

/** A module's exported value and the facts about its code, from one parse. */
export interface ModuleWithCode {
  readonly reading: ModuleReading;
  /** null if the text could not be parsed; `reading` holds the reason. */
  readonly code: CodeFacts | null;
}

/** Combines `parseModule` and `parseCodeFacts` in one parse of the text. No code of the module runs. */
export function parseModuleWithCode(text: string, options: ModuleReadingOptions): ModuleWithCode {
  const parsed = parseSource(text, { ...READING_LIMITS, ...options.limits });
  if ('code' in parsed) return { reading: buildUnread(parsed), code: null };
  return { reading: evaluateModule(parsed, options), code: collectFacts(parsed) };
}

/**
 * What the code of a module does: imports, uses of the runtime's powers, printing, comments, swallowed errors, code
 * that runs at load, formatting (grading spec 09). Names are judged by scope, never by spelling.
 *
 * @param text a module within the reader's limits
 * @returns null if the text could not be parsed
 */
export function parseCodeFacts(text: string): CodeFacts | null {
  const parsed = parseSource(text, READING_LIMITS);
  return 'code' in parsed ? null : collectFacts(parsed);
}

function collectFacts(parsed: ParsedSource): CodeFacts {
  const { program, comments, position } = parsed;
  const sites = collectSites(program);
  const imports = findImports(sites, position);
  return {
    imports,
    uses: [...usesOfImports(imports), ...findUses(sites, position), ...findNetworkUses(sites, position)],
    prints: findPrints(sites, position),
    comments: comments.map(({ value, start }) => ({ text: value, at: position(start) })),
    emptyCatches: findEmptyCatches(sites, position),
    loadTimeCode: findLoadTimeCode(sites, position),
    topLevelNames: findTopLevelNames(parsed),
    formatting: findFormatting(sites, parsed),
  };
}

function findTopLevelNames({ program, position }: ParsedSource): CodeFacts['topLevelNames'] {
  return program.body.flatMap((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') {
      return [{ name: node.id.name, at: position(node.start) }];
    }
    if (node?.type !== 'VariableDeclaration') return [];
    return node.declarations.flatMap(({ id, start }) =>
      id.type === 'Identifier' ? [{ name: id.name, at: position(start) }] : [],
    );
  });
}

type Place = ParsedSource['position'];

/** Finds `catch {}` and `.catch(() => {})`, which drop the error silently. A comment inside does not change that. */
function findEmptyCatches(sites: readonly Site[], position: Place): CodeFacts['emptyCatches'] {
  return sites.filter(({ node }) => swallows(node)).map(({ node }) => position(catchStart(node)));
}

function swallows(node: AnyNode): boolean {
  if (node.type === 'CatchClause') return node.body.body.length === 0;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property, computed } = node.callee;
  const [handler] = node.arguments;
  if (computed || property.type !== 'Identifier' || property.name !== 'catch' || !handler) return false;
  if (!isFunction(handler) || !('body' in handler)) return false;
  const { body } = handler;
  return 'type' in body && body.type === 'BlockStatement' && body.body.length === 0;
}

function catchStart(node: AnyNode): number {
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression'
    ? node.callee.property.start
    : node.start;
}

/**
 * Finds statements that act while the module loads. A constant initialized by a call declares a value and does not
 * count; a top-level `await` delays every importer of the module, so it counts.
 */
function findLoadTimeCode(sites: readonly Site[], position: Place): CodeFacts['loadTimeCode'] {
  return sites.filter(actsAtLoad).map(({ node }) => position(node.start));
}

const DECLARING = new Set<AnyNode['type']>([
  ...(['ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration'] as const),
  ...(['ExportDefaultDeclaration', 'VariableDeclaration', 'FunctionDeclaration'] as const),
  ...(['ClassDeclaration', 'EmptyStatement'] as const),
]);

function actsAtLoad(site: Site): boolean {
  const { node, parent } = site;
  if (node.type === 'AwaitExpression') return !functionAround(site) && !isInStatement(site);
  if (parent?.node.type !== 'Program' || DECLARING.has(node.type)) return false;
  return !(node.type === 'ExpressionStatement' && node.expression.type === 'Literal');
}

/** Checks whether a node lies within a top-level statement that is already counted. */
function isInStatement(site: Site): boolean {
  for (let at = site.parent; at; at = at.parent) {
    if (at.parent?.node.type === 'Program') return !DECLARING.has(at.node.type);
  }
  return false;
}

/** Statements that may end with a semicolon. */
const ENDED = new Set<AnyNode['type']>([
  ...(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'ThrowStatement'] as const),
  ...(['BreakStatement', 'ContinueStatement', 'DoWhileStatement', 'DebuggerStatement'] as const),
  ...(['ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration', 'PropertyDefinition'] as const),
  'ExportDefaultDeclaration',
]);

/**
 * Finds departures from the formatting of grading spec 09: indentation by four spaces, no semicolons, spaces inside the
 * parentheses of `if( … )`. (The text of the chapter requires a space before them too, but its own examples have none;
 * both are accepted.) The indentation of lines within a comment or a template literal is not checked.
 */
function findFormatting(sites: readonly Site[], parsed: ParsedSource): FormattingFact[] {
  return [
    findIndentation(sites, parsed),
    findSemicolons(sites, parsed),
    findIfSpacing(sites, parsed),
  ].flatMap(({ kind, total, places }) => {
    const [first] = places;
    return first === undefined ? [] : [{ kind, total, count: places.length, first: parsed.position(first) }];
  });
}

interface Departures {
  readonly kind: FormattingFact['kind'];
  readonly total: number;
  /** Offsets, in ascending order. */
  readonly places: readonly number[];
}

function findIndentation(sites: readonly Site[], { source, comments }: ParsedSource): Departures {
  const quoted = quotedRanges(sites, comments);
  const places: number[] = [];
  let total = 0;
  let range = 0;
  for (const found of source.matchAll(/^([ \t]+)(?=\S)/gm)) {
    while ((quoted[range]?.end ?? Number.POSITIVE_INFINITY) <= found.index) range += 1;
    if ((quoted[range]?.start ?? Number.POSITIVE_INFINITY) < found.index) continue;
    total += 1;
    const [indent = ''] = found;
    if (indent.includes('\t') || indent.length % 4 !== 0) places.push(found.index);
  }
  return { kind: 'indentation', total, places };
}

/** Ranges of the text that the formatting rules leave alone (templates and comments), sorted and not nested. */
function quotedRanges(sites: readonly Site[], comments: readonly Comment[]) {
  const templates = sites.flatMap(({ node }) => (node.type === 'TemplateElement' ? [node] : []));
  return [...templates, ...comments]
    .map(({ start, end }) => ({ start, end }))
    .sort((left, right) => left.start - right.start);
}

function findSemicolons(sites: readonly Site[], { source }: ParsedSource): Departures {
  const ended = sites.filter(({ node, parent }) => ENDED.has(node.type) && !isLoopHead(node, parent?.node));
  const places = ended
    .map(({ node }) => node.end - 1)
    // The semicolon in `;[1].map()` keeps the line from being parsed as part of the previous one.
    .filter((at) => source[at] === ';' && !/[[(`/+-]/.test(source[at + 1] ?? ''));
  return { kind: 'semicolons', total: ended.length, places: [...new Set(places)].sort((a, b) => a - b) };
}

function isLoopHead(node: AnyNode, around: AnyNode | undefined): boolean {
  if (around?.type === 'ForStatement') return around.init === node;
  if (around?.type === 'ForInStatement' || around?.type === 'ForOfStatement') return around.left === node;
  return around?.type === 'ExportNamedDeclaration';
}

function findIfSpacing(sites: readonly Site[], { source }: ParsedSource): Departures {
  const conditions = sites.flatMap(({ node }) => (node.type === 'IfStatement' ? [node] : []));
  const places = conditions
    .filter((node) => !/^if ?\(\s/.test(source.slice(node.start, node.start + 5)))
    .map(({ start }) => start);
  return { kind: 'if-spacing', total: conditions.length, places: places.sort((a, b) => a - b) };
}
