// The built command: few files that contain only what is needed; each can be loaded alone, and nothing lies
// beside them.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundleCommand } from '../../../scripts/bundle/bundle-command.js';
import { withPlaces } from '../../../scripts/bundle/module-places.js';
import { createRecorder, heavyOf, packageOf, type Recorder } from './loaded-modules.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LIBRARIES = fileURLToPath(new URL('../node_modules', import.meta.url));

let bundle: Bundle;
let fixture: FsFixture;
let recorder: Recorder;
beforeAll(async () => {
  bundle = await bundleCommand();
  const textsOf = (files: Bundle['files']) => Object.fromEntries(files.map(({ name, text }) => [name, text]));
  const dist = { ...textsOf(bundle.files), libraries: textsOf(bundle.libraries) };
  fixture = await createFixture({ command: { 'package.json': '{"type":"module"}', dist }, home: {} });
  recorder = await createRecorder(fixture);
  expect(await run(['grading', 'import', TIDEWATCH])).toMatchObject({ code: 0 });
});
afterAll(() => fixture.rm());

describe('the modules a built command reads', () => {
  // The file that is run, which loads nothing before node keeps what it compiles (decision 0143), the commands, and what
  // every start loads.
  it.each([
    ['--version', 5],
    ['--help', 5],
    ['grading --help', 25],
    ['validate --help', 5],
  ])('only commander and our own: %s', async (line, most) => {
    const { files, modules } = await readBy(line.split(' '));
    const foreign = new Set(modules.map(packageOf));
    foreign.delete(null);
    expect(foreign).toEqual(new Set(['commander']));
    expect(files.length).toBeLessThan(most);
    expect(modules.filter((path) => path.startsWith('packages/core/'))).toEqual([]);
  });

  it('no parser, network client or shape checker to show a state', async () => {
    const { files, modules } = await readBy(['grading', 'state', 'tidewatch']);
    expect(heavyOf(modules)).toEqual([]);
    expect(files.length).toBeLessThan(42);
  });

  it('no parser and no tables to lint a snapshot for a program', async () => {
    const snapshot = `${ROOT}fixtures/mcp-servers/real/airtable-mcp-server.json`;
    const { modules, stdout, stderr } = await readBy(['lint', '--snapshot', snapshot, '--json']);
    // V8 writes there if it does not know a flag.
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ target: snapshot }] });
    expect(heavyOf(modules)).toEqual([]);
    expect(modules.filter((path) => path.includes('cli-table3'))).toEqual([]);
  });

  it('only the heavy libraries that scoring needs to answer as an evaluator', async () => {
    const candidate = readFileSync(`${TIDEWATCH}/tides.mjs`, 'utf8');
    const stdin = JSON.stringify({ _protocol_version: 2, candidate });
    const { files, modules, stdout } = await readBy(['evaluator', 'serve-schema'], stdin);
    expect(JSON.parse(stdout)).toMatchObject({ score: 1 });
    expect(heavyOf(modules).sort()).toEqual(['acorn', 'tldts']);
    expect(files.length).toBeLessThan(60);
  });
});

describe('the files of the built command', () => {
  it('can each be loaded on their own', async () => {
    const parts = bundle.files.map(({ name }) => name).filter((name) => /(?<!^bin)\.js$/.test(name));
    expect(parts.length).toBeGreaterThan(50);
    const program = `for (const name of ${JSON.stringify(parts)}) await import(new URL('command/dist/' + name, import.meta.url))`;
    await fixture.writeFile('load-all.mjs', program);
    expect(await runNode([fixture.getPath('load-all.mjs')])).toMatchObject({ code: 0, stderr: '' });
  });

  it('name the licence of every library in them', () => {
    const notices = bundle.files.find(({ name }) => name.startsWith('THIRD-PARTY'))?.text ?? '';
    const libraries = new Set([...bundle.modulesOf.values()].flat().map(packageOf));
    libraries.delete(null);
    expect(libraries.size).toBeGreaterThan(20);
    const told = notices.match(/^(?:@[\w.-]+\/)?[\w.-]+(?= \d\S* \()/gm) ?? [];
    expect(new Set(told)).toEqual(libraries);
  });

  it('run a computed main in isolation, with an engine that is not bundled', async () => {
    symlinkSync(LIBRARIES, fixture.getPath('command/node_modules'));
    const plain = readFileSync(`${TIDEWATCH}/tides.mjs`, 'utf8').replace('export const main', 'const plain');
    await fixture.writeFile('computed.mjs', `${plain}\nexport const main = Object.assign({}, plain);\n`);
    const words = ['validate', fixture.getPath('computed.mjs'), '--evaluate', 'sandbox'];
    expect(await run(words)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 of 1 file is valid'),
    });
  });

  it('hold the scripts of libraries that any machine makes, without a path of this one', () => {
    const built = readFileSync(`${ROOT}packages/core/libraries/index.json`, 'utf8');
    const textOf = (wanted: string) => bundle.libraries.find(({ name }) => name === wanted)?.text ?? '';
    expect(textOf('index.json')).toBe(built);
    for (const { sha256 } of JSON.parse(built))
      expect(readFileSync(`${ROOT}docs/dependencies.md`, 'utf8')).toContain(sha256);
    expect(
      bundle.libraries.filter(({ text }) => text.includes(ROOT) || text.includes('node_modules')),
    ).toEqual([]);
  });

  it('run handler code with the libraries that lie beside them', async () => {
    const tool = `{ method: 'GET', path: '/', description: 'Tells the day.', parameters: [], tests: [ { _description: 'now' } ] }`;
    await fixture.mkdir('days');
    await fixture.writeFile(
      'days/days.mjs',
      `export const main = { namespace: 'days', name: 'Days', description: 'Days of the week.', version: '4.0.0', root: 'https://days.example', requiredLibraries: [ 'moment' ], tools: { day: ${tool} } }
export const handlers = ( { libraries } ) => ( { day: { executeRequest: async () => ( { response: { day: libraries.moment.utc( 0 ).format( 'dddd' ) } } ) } } )\n`,
    );
    expect(await run(['grading', 'import', fixture.getPath('days')])).toMatchObject({ code: 0 });
    await run(['grading', 'run', 'days', '--emit-prompts']);
    const record = await fixture.readFile(
      'home/.flowmcp/grading/providers/days/days/tools/day/tests/test-1.json',
      'utf8',
    );
    expect(JSON.parse(record)).toMatchObject({
      response: { day: 'Thursday' },
      libraries: [{ name: 'moment' }],
    });
  });

  it('are not built if a module looks for files beside itself', () => {
    const module = 'scripts/source-files.ts';
    expect(() => withPlaces('read(urlThatNoBundleHas)', [module])).toThrow(module);
    expect(() => withPlaces('read(folderThatNoBundleHas)', [])).toThrow('"dependencies"');
    expect(withPlaces('let x;', [module])).toBe('let x;');
  });
});

/** The files of the bundle that a command reads, and the modules in them. */
async function readBy(words: readonly string[], stdin = '') {
  const { result, loaded } = await recorder.record(() => run(words, stdin));
  expect(result).toMatchObject({ code: 0 });
  const beside = loaded.filter((url) => !url.startsWith('node:') && !url.includes('/command/dist/'));
  expect(beside).toEqual([]);
  const files = loaded.filter((url) => !url.startsWith('node:')).map((url) => basename(url));
  const { stdout, stderr } = result;
  return { files, modules: files.flatMap((file) => bundle.modulesOf.get(file) ?? []), stdout, stderr };
}

function run(words: readonly string[], stdin = '') {
  return runNode([...recorder.flags, fixture.getPath('command/dist/bin.js'), ...words], stdin);
}

function runNode(
  args: readonly string[],
  stdin = '',
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: fixture.getPath('home'), NO_COLOR: '1', ...recorder.env };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: fixture.path, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });
}
