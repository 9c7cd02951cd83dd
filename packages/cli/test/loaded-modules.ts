import { readFileSync } from 'node:fs';
import type { FsFixture } from 'fs-fixture';

/** Writes the address of every module into a file as it is loaded. */
const REGISTER = `
import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);`;
const HOOKS = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, url + '\\n');
  return next(url, context);
}`;

/** Records the modules a process loads when it runs with `flags` and `env`. */
export interface Recorder {
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Clears the record, runs a process, and returns the addresses of its modules and its result. */
  readonly record: <T>(run: () => Promise<T>) => Promise<{ result: T; loaded: string[] }>;
}

export async function createRecorder(fixture: FsFixture): Promise<Recorder> {
  await fixture.writeFile('register.mjs', REGISTER);
  await fixture.writeFile('hooks.mjs', HOOKS);
  const log = fixture.getPath('loaded.txt');
  return {
    flags: ['--import', fixture.getPath('register.mjs')],
    env: { LOADED_MODULES: log },
    record: async (run) => {
      await fixture.writeFile('loaded.txt', '');
      const result = await run();
      return { result, loaded: readFileSync(log, 'utf8').split('\n').filter(Boolean) };
    },
  };
}

/** The package of a module, by its path or address; `node:fs` for node's own; null for ours. */
export function packageOf(module: string): string | null {
  if (module.startsWith('node:')) return module;
  return /.*\/?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? null;
}

/** Slow to load, and useless if nothing is checked, parsed, requested or locked. */
const HEAVY = new Set([
  ...['zod', 'acorn', 'undici', 'ajv', 'tldts', 'proper-lockfile', 'fast-glob', 'ai', 'eta'],
  ...['junit-report-builder', 'quickjs-emscripten', '@modelcontextprotocol/client'],
]);

export function heavyOf(modules: readonly string[]): string[] {
  const packages = new Set(modules.map(packageOf));
  return [...packages].filter(
    (name): name is string => name !== null && (HEAVY.has(name) || name.startsWith('@ai-sdk/')),
  );
}
