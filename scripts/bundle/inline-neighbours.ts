import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const READ = /readFileSync\(\s*new URL\('([^']+)', import\.meta\.url\),\s*'utf8',?\s*\)/g;
const FOLDER = /new URL\('[./]*\/(libraries\/)', import\.meta\.url\)/g;
const REQUIRE = /createRequire\(import\.meta\.url\)(?=(?:\.resolve)?\('[^']+'\))/g;

/**
 * Adapts to a bundle whatever our sources expect to find beside them. Text that they read (the package.json) is
 * inlined; the folder with the libraries moves beside the bundle. `require` of a library becomes visible to the bundler: code it loads still runs as late as before, and a
 * library that is only resolved has to be a dependency of the command.
 */
export function inlineNeighbours(folder: string): Plugin {
  return {
    name: 'inline-neighbours',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!path.startsWith(folder) || !source.includes('import.meta.url')) return undefined;
        return { contents: inlineInto(source, pathToFileURL(path)), loader: 'ts' };
      });
    },
  };
}

function inlineInto(source: string, from: URL): string {
  return source
    .replace(READ, (_, name: string) =>
      JSON.stringify(readFileSync(fileURLToPath(new URL(name, from)), 'utf8')),
    )
    .replace(FOLDER, "new URL(import.meta.resolve('./$1'))")
    .replace(REQUIRE, 'require');
}
