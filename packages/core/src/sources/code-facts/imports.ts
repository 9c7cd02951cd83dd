import type { AnyNode, Node } from 'acorn';
import type { CodeUse, ImportFact } from '../logic/code-facts.js';
import type { Position } from '../logic/module-reading.js';
import { findBinding, type Site } from './code-sites.js';
import { foldText, meaningsOf } from './meaning.js';
import { moduleNameOf, powerOf, sourceOf } from './module-names.js';

type Place = (offset: number) => Position;

/** Every module the code loads: imports, re-exports, `import()`, and `require()` of any origin. */
export function findImports(sites: readonly Site[], position: Place): ImportFact[] {
  return sites.flatMap((site) => {
    const { node } = site;
    const form = formOf(site);
    if (!form) return [];
    const specifier = specifierOf(site) ?? null;
    return [
      {
        form,
        specifier,
        name: specifier === null ? null : moduleNameOf(specifier),
        source: specifier === null ? 'unknown' : sourceOf(specifier),
        at: position(node.start),
      },
    ];
  });
}

/** Imports that give the code a new power: `fs`, `child_process`, network modules. */
export function usesOfImports(imports: readonly ImportFact[]): CodeUse[] {
  return imports.flatMap(({ specifier, at }) => {
    const kind = specifier === null ? undefined : powerOf(specifier);
    if (!kind || specifier === null) return [];
    return [{ kind, what: specifier, at, ...(kind === 'network' && { address: null }) }];
  });
}

function formOf(site: Site): ImportFact['form'] | undefined {
  const { node } = site;
  switch (node.type) {
    case 'ImportDeclaration':
      return 'import';
    case 'ExportAllDeclaration':
      return 'export from';
    case 'ExportNamedDeclaration':
      return node.source ? 'export from' : undefined;
    case 'ImportExpression':
      return 'import()';
    case 'CallExpression':
      return isRequire(node.callee, site) ? 'require()' : undefined;
    default:
      return undefined;
  }
}

function specifierOf({ node, scope }: Site): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node.source ? String(node.source.value) : undefined;
    case 'ImportExpression':
      return foldText(node.source, scope);
    case 'CallExpression':
      return node.arguments[0] ? foldText(node.arguments[0], scope) : undefined;
    default:
      return undefined;
  }
}

/**
 * Checks whether a callee is the global `require`, directly or through another name, or a result of `createRequire(…)`
 * of node:module.
 */
function isRequire(callee: Node, { scope }: Site): boolean {
  const node = callee as AnyNode;
  const isGlobal = meaningsOf(node, scope).some(
    (meaning) => meaning.kind === 'global' && meaning.name === 'require' && meaning.path.length === 0,
  );
  if (isGlobal) return true;
  if (node.type !== 'Identifier') return false;
  const given = findBinding(node.name, scope)?.given ?? [];
  return given.some(
    (value) =>
      value.node.type === 'CallExpression' &&
      meaningsOf(value.node.callee, value.scope).some(
        (meaning) => meaning.kind === 'module' && meaning.path.at(-1) === 'createRequire',
      ),
  );
}
