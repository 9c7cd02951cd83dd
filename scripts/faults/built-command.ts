import { createFixture } from 'fs-fixture';
import { bundleCommand } from '../bundle/bundle-command.js';

/** The command line as its users get it, built from the sources as they are, in a folder that goes away. */
export async function openBuiltCommand(): Promise<AsyncDisposable & { readonly path: string }> {
  const { files } = await bundleCommand();
  const dist = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  const fixture = await createFixture({ 'package.json': '{"type":"module"}', dist });
  return { path: fixture.getPath('dist/bin.js'), [Symbol.asyncDispose]: () => fixture.rm() };
}
