import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../source-files.js';
import { bundleLibraries } from './bundle-libraries.js';
import { inlineNeighbours } from './inline-neighbours.js';
import { joinChunks } from './join-chunks.js';
import { lateLibraries } from './late-libraries.js';
import { NAMES_OF_PLACES, withPlaces } from './module-places.js';
import type { BundledFile } from './replace-folder.js';
import { NOTICES, planNotices } from './third-party-notices.js';

/** Folder of the compiler's build information about the command; never published. */
export const TYPES_FOLDER = '.types';
/** Folder of the scripts for the sandbox; code of the bundle finds it beside itself. */
export const LIBRARIES_FOLDER = 'libraries';

const COMMAND = 'packages/cli';
/** The bundler sees the review page as a text; this is the library in it. */
const PAGE = { file: `${COMMAND}/src/review/page.generated.ts`, library: `${COMMAND}/node_modules/preact/` };

export interface Bundle {
  readonly files: readonly BundledFile[];
  /** Files of the folder with the libraries. */
  readonly libraries: readonly BundledFile[];
  /** For each code file and each script of a library: the modules in it, as paths from the root of the project. */
  readonly modulesOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * Bundles the command into files that need no others: our packages from their sources, and every library except the
 * `dependencies` of the command's package. Each `import()` becomes a file of its own, and so does code that several of
 * them share; what all commands share is one file.
 *
 * @throws if a module looks for files beside itself, which a bundle does not have
 */
export async function bundleCommand(): Promise<Bundle> {
  const { dependencies = {}, engines } = readPackage();
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${COMMAND}/src/bin.ts`],
    outdir: `${COMMAND}/dist`,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: `node${engines.node.replace(/^>=/, '')}`,
    // Otherwise such a pattern is compiled each time it is used.
    supported: { 'regexp-unicode-property-escapes': true },
    conditions: ['flowmcp-source'],
    mainFields: ['module', 'main'],
    external: Object.keys(dependencies),
    // Names are kept, because people read stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    define: NAMES_OF_PLACES,
    plugins: [inlineNeighbours(`${ROOT}packages/`), lateLibraries],
    logLevel: 'warning',
  });
  // For example, a warning about a library that is required but not installed.
  if (warnings.length > 0) throw new Error('the bundler has warned, see above');
  const modulesIn = (name: string) =>
    Object.keys(metafile.outputs[`${COMMAND}/dist/${name}`]?.inputs ?? {}).flatMap((input) =>
      input === PAGE.file ? [input, PAGE.library] : [input],
    );
  const split = outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return { name, text: withPlaces(text, modulesIn(name)) };
  });
  const files = await joinChunks(split, metafile.outputs);
  const modulesOf = new Map(files.map(({ name, parts }) => [name, parts.flatMap(modulesIn)]));
  const { files: libraries, modulesOf: partsOf } = await bundleLibraries();
  const notices = planNotices([...modulesOf.values(), ...partsOf.values()].flat());
  return {
    files: [...files, { name: NOTICES, text: notices }],
    // The command has one page of notices for everything.
    libraries: libraries.filter(({ name }) => name !== NOTICES),
    modulesOf: new Map([...modulesOf, ...partsOf]),
  };
}

function readPackage(): { dependencies?: Record<string, string>; engines: { node: string } } {
  return JSON.parse(readFileSync(`${ROOT}${COMMAND}/package.json`, 'utf8'));
}
