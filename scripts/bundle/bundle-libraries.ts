import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { ROOT } from '../source-files.js';
import type { BundledFile } from './replace-folder.js';
import { NOTICES, planNotices } from './third-party-notices.js';

interface ShippedLibrary {
  /** The name that schemas use. */
  readonly name: string;
  readonly package: string;
  /** What is bundled, if it is not the package itself; relative to this folder. */
  readonly entry?: string;
}

/** The libraries that handlers get in the sandbox (decision 0097), sorted by name. */
export const SHIPPED_LIBRARIES: readonly ShippedLibrary[] = [
  { name: '@thanpolas/univ3prices', package: '@thanpolas/univ3prices' },
  { name: 'crypto', package: '@noble/hashes', entry: './shims/crypto.ts' },
  { name: 'ethers', package: 'ethers' },
  { name: 'indicatorts', package: 'indicatorts' },
  { name: 'moment', package: 'moment' },
  { name: 'trading-signals', package: 'trading-signals' },
  { name: 'zlib', package: 'pako', entry: './shims/zlib.ts' },
];

export interface BundledLibraries {
  /** A script for each library, `index.json`, and the texts of their licences. */
  readonly files: readonly BundledFile[];
  /** For each script: the modules in it, as paths from the root of the project. */
  readonly modulesOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * Bundles each library into one script that leaves the library in `globalThis.__flowmcpLibrary`. The same packages give
 * the same bytes on every machine.
 */
export async function bundleLibraries(): Promise<BundledLibraries> {
  const bundled = await Promise.all(SHIPPED_LIBRARIES.map(bundleLibrary));
  const modulesOf = new Map(bundled.map(({ file, modules }) => [file.name, modules]));
  const index = bundled.map(({ row }) => row);
  return {
    modulesOf,
    files: [
      ...bundled.map(({ file }) => file),
      { name: NOTICES, text: planNotices([...modulesOf.values()].flat()) },
      // The last one: setup.mjs takes its time for that of all.
      { name: 'index.json', text: `${JSON.stringify(index, null, 2)}\n` },
    ],
  };
}

async function bundleLibrary({ name, package: from, entry = from }: ShippedLibrary) {
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: ROOT,
    stdin: {
      contents: `import * as library from '${entry}'; globalThis.__flowmcpLibrary = library.default || library;`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // The texts of the licences lie beside the scripts.
    legalComments: 'none',
    // Most packages have no default export.
    logOverride: { 'import-is-undefined': 'silent' },
    logLevel: 'warning',
  });
  if (warnings.length > 0) throw new Error(`the bundler has warned about ${name}, see above`);
  const [{ text = '' } = {}] = outputFiles;
  const { version, license } = JSON.parse(readFileSync(`${ROOT}node_modules/${from}/package.json`, 'utf8'));
  const sha256 = createHash('sha256').update(text).digest('hex');
  return {
    file: { name: `${name.replace('/', '__')}.js`, text },
    row: { name, package: from, version, licence: license, sha256, bytes: Buffer.byteLength(text) },
    modules: Object.keys(metafile.inputs),
  };
}
