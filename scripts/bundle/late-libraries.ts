import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'late-library';

/**
 * `import('library')` of a CommonJS library gives its names in node, and a bundle would give `default` alone: this puts
 * a module with the names that node finds in between.
 */
export const lateLibraries: Plugin = {
  name: 'late-libraries',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || path.startsWith('node:') || pluginData === NAMESPACE) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: NAMESPACE });
      if (found.errors.length > 0 || found.external || !found.path.includes('/node_modules/')) return found;
      return { path: found.path, namespace: NAMESPACE };
    });
    onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href)).filter((name) =>
        /^[\w$]+$/.test(name),
      );
      return {
        contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`,
        resolveDir: dirname(path),
      };
    });
  },
};
