import { createFixture } from 'fs-fixture';
import { bundleCommand, LIBRARIES_FOLDER } from '../bundle/bundle-command.js';
import type { BundledFile } from '../bundle/replace-folder.js';
import { ROOT } from '../source-files.js';

/** Libraries that are not bundled: the engine of the sandbox, and the client of the queue. */
const LIBRARIES = `${ROOT}packages/cli/node_modules`;

/** Builds the command from the current sources, as its users get it, into a temporary folder. */
export async function openBuiltCommand(): Promise<AsyncDisposable & { readonly path: string }> {
  const { files, libraries } = await bundleCommand();
  const textsOf = (all: readonly BundledFile[]) =>
    Object.fromEntries(all.map(({ name, text }) => [name, text]));
  const dist = { ...textsOf(files), [LIBRARIES_FOLDER]: textsOf(libraries) };
  const fixture = await createFixture({
    'package.json': '{"type":"module"}',
    node_modules: ({ symlink }) => symlink(LIBRARIES),
    dist,
  });
  return { path: fixture.getPath('dist/bin.js'), [Symbol.asyncDispose]: () => fixture.rm() };
}
