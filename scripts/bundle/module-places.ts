import { readFileSync } from 'node:fs';
import { ROOT } from '../source-files.js';

const FILE = 'placeOfBundledFile';
const FOLDER = 'folderThatNoBundleHas';
const URL_OF_MODULE = 'urlThatNoBundleHas';

/** Expressions for a module's own place, replaced by names that occur nowhere else (esbuild's `define`). */
export const NAMES_OF_PLACES = { __filename: FILE, __dirname: FOLDER, 'import.meta.url': URL_OF_MODULE };

/** CommonJS libraries load node's own modules through one function, which finds no `require` in an ES module. */
const REQUIRE_OF_ESBUILD = 'typeof require';

/**
 * Defines the CommonJS names that the modules of a bundled file use. The file name is a mere name
 * (write-file-atomic derives temporary names from it).
 *
 * @throws if a module looks for files beside itself
 */
export function withPlaces(text: string, modules: readonly string[]): string {
  if (text.includes(FOLDER) || text.includes(URL_OF_MODULE)) throw new Error(explain(modules));
  const lines = [
    ...(text.includes(REQUIRE_OF_ESBUILD)
      ? ['import{createRequire}from"node:module";const require=createRequire(import.meta.url);']
      : []),
    ...(text.includes(FILE)
      ? [`import{fileURLToPath}from"node:url";const ${FILE}=fileURLToPath(import.meta.url);`]
      : []),
  ];
  return lines.join('') + text;
}

function explain(modules: readonly string[]): string {
  const asking = modules.filter((path) =>
    /__dirname|import\.meta\.url/.test(readFileSync(`${ROOT}${path}`, 'utf8')),
  );
  return (
    `One of these modules looks for files beside itself: ${asking.join(', ')}. Make a library like that one of the ` +
    '"dependencies" in packages/cli/package.json: it is then left out of the bundle.'
  );
}
