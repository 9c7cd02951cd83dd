import { isBuiltin } from 'node:module';
import type { CodeUseKind, ImportSource } from '../logic/code-facts.js';

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

/** Libraries for making requests; `libraries.axios` counts like an import. */
export const HTTP_LIBRARIES: ReadonlySet<string> = new Set([
  ...['axios', 'cross-fetch', 'got', 'ky', 'needle', 'node-fetch', 'request', 'superagent', 'undici', 'ws'],
]);

export function sourceOf(specifier: string): ImportSource {
  if (/^(?:https?|data|file|blob):/i.test(specifier)) return 'url';
  if (/^(?:\.{1,2}(?:\/|$)|\/)/.test(specifier)) return 'relative';
  return isBuiltin(specifier) || specifier.startsWith('node:') ? 'node' : 'npm';
}

/** The module's name without a path inside it: `@scope/name/part` becomes `@scope/name`. */
export function moduleNameOf(specifier: string): string {
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
export function powerOf(specifier: string): CodeUseKind | undefined {
  const name = moduleNameOf(specifier);
  if (sourceOf(specifier) === 'node') return Object.hasOwn(POWERS, name) ? POWERS[name] : undefined;
  return HTTP_LIBRARIES.has(name) ? 'network' : undefined;
}
