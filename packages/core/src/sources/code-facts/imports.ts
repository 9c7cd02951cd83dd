import { isBuiltin } from 'node:module';
import type { AnyNode, Node } from 'acorn';
import type { CodeUse, CodeUseKind, ImportFact, ImportSource } from '../logic/code-facts.js';
import type { Position } from '../logic/module-reading.js';
import { findBinding, type Site } from './code-sites.js';
import { foldText, meaningsOf } from './meaning.js';

type Place = (offset: number) => Position;

/**
 * Every module the code loads, by an import, a re-export, `import()` or `require()` (global or from
 * `createRequire(…)`).
 */
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
 * from node:module.
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

/** Built-in modules that allow more than pure computation. */
const POWERS: Readonly<Record<string, CodeUseKind>> = {
  fs: 'fs',
  'fs/promises': 'fs',
  child_process: 'child-process',
  cluster: 'child-process',
  worker_threads: 'child-process',
  process: 'process',
  vm: 'eval',
  module: 'require',
  http: 'network',
  https: 'network',
  http2: 'network',
  net: 'network',
  tls: 'network',
  dgram: 'network',
};

/** Libraries for making requests; `libraries.axios` counts as an import. */
export const HTTP_LIBRARIES: ReadonlySet<string> = new Set([
  ...['axios', 'cross-fetch', 'got', 'ky', 'needle', 'node-fetch', 'request', 'superagent', 'undici', 'ws'],
]);

function sourceOf(specifier: string): ImportSource {
  if (/^(?:https?|data|file|blob):/i.test(specifier)) return 'url';
  if (/^(?:\.{1,2}(?:\/|$)|\/)/.test(specifier)) return 'relative';
  return isBuiltin(specifier) || specifier.startsWith('node:') ? 'node' : 'npm';
}

/** The module's name without a path inside it: `@scope/name/part` becomes `@scope/name`. */
function moduleNameOf(specifier: string): string {
  switch (sourceOf(specifier)) {
    case 'node':
      return specifier.replace(/^node:/, '');
    case 'npm': {
      const plain = specifier.replace(/^npm:/, '');
      const [first = '', second = ''] = plain.split('/');
      return (first.startsWith('@') ? `${first}/${second}` : first).replace(/(?<=.)@.*$/, '');
    }
    default:
      return specifier;
  }
}

/** The power a module gives beyond the import itself. */
function powerOf(specifier: string): CodeUseKind | undefined {
  const name = moduleNameOf(specifier);
  if (sourceOf(specifier) === 'node') return Object.hasOwn(POWERS, name) ? POWERS[name] : undefined;
  return HTTP_LIBRARIES.has(name) ? 'network' : undefined;
}
