// A command loads only the modules that it needs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProcess } from './run-process.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));
const OWN_FILES = new URL('../', import.meta.url).href;
const CORE_FILES = new URL('../../core/', import.meta.url).href;

/** Writes the address of every module into a file, as it is loaded. */
const REGISTER = `
import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);`;
const HOOKS = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, url + '\\n');
  return next(url, context);
}`;

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({ home: {}, 'register.mjs': REGISTER, 'hooks.mjs': HOOKS });
  await fixture.writeFile('loaded.txt', '');
  expect((await modulesOf(['grading', 'import', TIDEWATCH])).code).toBe(0);
});
afterAll(() => fixture.rm());

describe('what a command loads', () => {
  it.each([
    '--version',
    '--help',
    'grading --help',
    'grading run --help',
    'grading evaluate --help',
    'grade --help',
    'evaluator run --help',
    'lint --help',
    'validate --help',
  ])('nothing but commander and our own files: %s', async (line) => {
    const { code, loaded } = await modulesOf(line.split(' '));
    expect(code).toBe(0);
    const foreign = loaded.filter(
      (url) => !url.startsWith(OWN_FILES) && !packageOf(url)?.startsWith('node:'),
    );
    expect(new Set(foreign.map(packageOf))).toEqual(new Set(['commander']));
  });

  it('shows a state without a parser, a network client or a shape checker', async () => {
    const { code, loaded } = await modulesOf(['grading', 'state', 'tidewatch']);
    expect(code).toBe(0);
    expect(loaded.some((url) => url.startsWith(CORE_FILES))).toBe(true);
    expect(heavyOf(loaded)).toEqual([]);
  });

  it('answers as an evaluator without a shape checker, a network client or questions for graders', async () => {
    const stdin = JSON.stringify({ candidate: 'export const main = {}' });
    const { code, loaded } = await modulesOf(['evaluator', 'serve-schema'], stdin);
    expect(code).toBe(0);
    const packages = new Set(loaded.map(packageOf));
    expect([...packages].filter((name) => name !== 'acorn' && HEAVY.has(name ?? ''))).toEqual([]);
    expect(loaded.filter((url) => url.includes('/catalogue/questions/')).length).toBeLessThan(15);
  });

  it('lints a schema without a shape checker, a network client or a client of MCP', async () => {
    const { code, loaded } = await modulesOf(['lint', TIDEWATCH]);
    expect(code).toBe(0);
    const packages = new Set(loaded.map(packageOf));
    expect(packages).toContain('acorn');
    expect([...packages].filter((name) => name !== 'acorn' && HEAVY.has(name ?? ''))).toEqual([]);
  });

  it('sees what is loaded: the same measure finds the parser where one is needed', async () => {
    const { loaded } = await modulesOf(['validate', TIDEWATCH]);
    expect(loaded.map(packageOf)).toContain('acorn');
  });
});

const HEAVY = new Set([
  '@modelcontextprotocol/client',
  'zod',
  'acorn',
  'undici',
  'ajv',
  'tldts',
  'proper-lockfile',
  'ai',
  'fast-glob',
]);

function heavyOf(loaded: readonly string[]): (string | null)[] {
  const packages = new Set(loaded.map(packageOf));
  return [...packages].filter((name) => HEAVY.has(name ?? '') || name?.startsWith('@ai-sdk/'));
}

async function modulesOf(words: readonly string[], stdin = ''): Promise<{ code: number; loaded: string[] }> {
  const log = fixture.getPath('loaded.txt');
  await fixture.writeFile('loaded.txt', '');
  const { code } = await runProcess(words, {
    cwd: fixture.path,
    home: fixture.getPath('home'),
    env: { LOADED_MODULES: log },
    nodeFlags: ['--import', fixture.getPath('register.mjs')],
    stdin,
  });
  return { code, loaded: readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

/** The package a module belongs to; `node:fs` for node's own. */
function packageOf(url: string): string | null {
  if (url.startsWith('node:')) return url;
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? null;
}
