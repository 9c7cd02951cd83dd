import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'late-library';

/**
 * In node, `import('library')` of a CommonJS library gives its names, but in a bundle only `default`. This
 * plugin inserts a module with the names that node finds.
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
