import type { AnyNode } from 'acorn';
import type { CodeFacts } from '../logic/code-facts.js';
import type { ParsedSource } from '../parse-source.js';
import { isFunction, type Site } from './code-sites.js';

type Place = ParsedSource['position'];

/** Finds `catch {}` and `.catch(() => {})`, which drop the error silently. A comment inside does not change that. */
export function findEmptyCatches(sites: readonly Site[], position: Place): CodeFacts['emptyCatches'] {
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
export function findLoadTimeCode(sites: readonly Site[], position: Place): CodeFacts['loadTimeCode'] {
  return sites.filter(actsAtLoad).map(({ node }) => position(node.start));
}

const DECLARING = new Set<AnyNode['type']>([
  ...(['ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration'] as const),
  ...(['ExportDefaultDeclaration', 'VariableDeclaration', 'FunctionDeclaration'] as const),
  ...(['ClassDeclaration', 'EmptyStatement'] as const),
]);

function actsAtLoad(site: Site): boolean {
  const { node, parent } = site;
  if (node.type === 'AwaitExpression') return !isInFunction(site) && !isInStatement(site);
  if (parent?.node.type !== 'Program' || DECLARING.has(node.type)) return false;
  return !(node.type === 'ExpressionStatement' && node.expression.type === 'Literal');
}

function isInFunction(site: Site): boolean {
  for (let at = site.parent; at; at = at.parent) if (isFunction(at.node)) return true;
  return false;
}

/** Checks whether a node lies within a top-level statement that is already counted. */
function isInStatement(site: Site): boolean {
  for (let at = site.parent; at; at = at.parent) {
    if (at.parent?.node.type === 'Program') return !DECLARING.has(at.node.type);
  }
  return false;
}
