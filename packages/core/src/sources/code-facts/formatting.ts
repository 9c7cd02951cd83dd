import type { AnyNode, Comment } from 'acorn';
import type { FormattingFact } from '../logic/code-facts.js';
import type { ParsedSource } from '../parse-source.js';
import type { Site } from './code-sites.js';

/** Statements that a semicolon may end. */
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
export function findFormatting(sites: readonly Site[], parsed: ParsedSource): FormattingFact[] {
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
  /** Offsets, in the order of the text. */
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

/** Text that formatting must not touch: templates and comments, sorted, not nested. */
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
    // `;[1].map()` keeps a line from being parsed as part of the previous one.
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
