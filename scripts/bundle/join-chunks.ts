import { basename } from 'node:path';
import type { Metafile } from 'esbuild';
import { rolldown } from 'rolldown';
import type { BundledFile } from './replace-folder.js';

type Outputs = Metafile['outputs'];

/** The module that sets up the commands: what it imports is loaded at every start. */
const PROGRAM = /\/program\.ts$/;
/** The module of each command. */
const ACTION = /\/action\.ts$/;

export interface JoinedFile extends BundledFile {
  /** Names of the files that it consists of. */
  readonly parts: readonly string[];
}

/**
 * Joins the files that every start loads into one, and those that every command loads into another. esbuild makes a file
 * of all modules that the same commands load, however few, and node takes as long to find a small file as to compile it
 * (decision 0059).
 */
export async function joinChunks(files: readonly BundledFile[], outputs: Outputs): Promise<JoinedFile[]> {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const [start = new Set<string>()] = closuresOf(outputs, PROGRAM);
  const [first = new Set<string>(), ...others] = closuresOf(outputs, ACTION);
  const shared = [...first].filter((name) => !start.has(name) && others.every((one) => one.has(name)));
  const entries = new Set(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint === undefined ? [] : [basename(path)],
    ),
  );
  const bundle = await rolldown({
    input: 'bin.js',
    external: (id) => !texts.has(basename(id)),
    treeshake: false,
    preserveEntrySignatures: false,
    plugins: [
      {
        name: 'texts',
        resolveId: (id) => (texts.has(basename(id)) ? basename(id) : null),
        load: (id) => texts.get(id),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: { compress: false, mangle: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', test: (id) => start.has(id) && !entries.has(id) },
        { name: 'shared', test: (id) => shared.includes(id) },
      ],
    },
  });
  return output.flatMap((file) =>
    file.type === 'chunk' ? [{ name: file.fileName, text: file.code, parts: file.moduleIds }] : [],
  );
}

/** For each output whose module matches, the names of all files that are loaded with it, itself included. */
function closuresOf(outputs: Outputs, entry: RegExp): ReadonlySet<string>[] {
  return Object.entries(outputs)
    .filter(([, { entryPoint = '' }]) => entry.test(entryPoint))
    .map(([path]) => {
      const found = new Set<string>();
      const add = (at: string) => {
        if (found.has(basename(at))) return;
        found.add(basename(at));
        for (const { path: next, kind, external } of outputs[at]?.imports ?? []) {
          if (kind === 'import-statement' && external !== true) add(next);
        }
      };
      add(path);
      return found;
    });
}
