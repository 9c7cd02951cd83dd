import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../source-files.js';
import { inlineNeighbours } from './inline-neighbours.js';
import { lateLibraries } from './late-libraries.js';
import { NAMES_OF_PLACES, withPlaces } from './module-places.js';
import { planNotices } from './third-party-notices.js';

/** Where the compiler keeps what it knows of the command between two builds; nothing of it is published. */
export const TYPES_FOLDER = '.types';

const COMMAND = 'packages/cli';

export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

export interface Bundle {
  readonly files: readonly BundledFile[];
  /** Of each file of code: the modules in it, as paths from the root of the project. */
  readonly modulesOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * The command as files that need nothing beside them: our packages from their sources, and every library except those
 * that are `dependencies` of the command's package. Each `import()` is a file of its own, and so is what several of
 * them share.
 *
 * @throws where a module looks for files beside itself, which it does not have in a bundle
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
    conditions: ['flowmcp-source'],
    mainFields: ['module', 'main'],
    external: Object.keys(dependencies),
    // Not the names: a stack is read by people.
    minifyWhitespace: true,
    minifySyntax: true,
    define: NAMES_OF_PLACES,
    plugins: [inlineNeighbours(`${ROOT}packages/`), lateLibraries],
    logLevel: 'warning',
  });
  // Of a library that is looked up and is not there, for one.
  if (warnings.length > 0) throw new Error('the bundler has warned, see above');
  const modulesOf = new Map(
    Object.entries(metafile.outputs).map(([path, { inputs }]) => [basename(path), Object.keys(inputs)]),
  );
  const files = outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return { name, text: withPlaces(text, modulesOf.get(name) ?? []) };
  });
  const notices = planNotices(Object.keys(metafile.inputs));
  return { files: [...files, { name: 'THIRD-PARTY-NOTICES.txt', text: notices }], modulesOf };
}

function readPackage(): { dependencies?: Record<string, string>; engines: { node: string } } {
  return JSON.parse(readFileSync(`${ROOT}${COMMAND}/package.json`, 'utf8'));
}
