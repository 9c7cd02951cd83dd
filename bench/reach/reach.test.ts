// An invented catalogue, from its files to the table: read as an import reads it, run in the sandbox, answered by the mock.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTools, measureReach, type Reach } from './measure.js';
import { STEPS } from './steps.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'flowmcp-reach-'));
const catalogue = join(folder, 'providers');
let reach: Reach;

const main = (namespace: string, tools: string, more = '') => `export const main = {
  namespace: '${namespace}', name: 'Harbour', description: 'Ports.', version: '4.0.0', root: 'https://api.${namespace}.example',
  ${more} tools: { ${tools} } };`;
const tool = (name: string, tests: number, parameter = '{{USER_PARAM}}') => `${name}: {
  method: 'GET', path: '/${name}', description: 'Lists ports.',
  parameters: [{ position: { key: 'q', value: '${parameter}', location: 'query' }, z: { primitive: 'string()', options: [] } }],
  tests: [${Array.from({ length: tests }, (_, at) => `{ _description: 'Test ${at}', q: 'v${at}' }`).join()}],
  output: { mimeType: 'application/json', schema: { type: 'object', properties: { name: { type: 'string' } } } } }`;

const FILES = {
  'harbour/plain.mjs': main('harbour', [tool('enough', 3), tool('two', 2), tool('one', 1)].join()),
  'harbour/coded.mjs': `${main('harbour', [tool('reads', 3), tool('breaks', 3)].join(), "requiredServerParams: ['HARBOUR_KEY'],")}
export const handlers = ({ sharedLists, libraries }) => ({
  reads: { postRequest: async ({ response }) => ({ response: response.ports.filter((p) => p.open === true).map((p) => p.name.trim()) }) },
  breaks: { executeRequest: async () => { throw new Error('no such port') } },
});`,
  'library/needs.mjs': `${main('library', tool('draws', 3), "requiredLibraries: ['canvas'],")}
export const handlers = ({ libraries }) => ({ draws: { postRequest: async () => libraries.canvas.draw() } });`,
  'broken/none.mjs': 'export const main = 1;',
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(catalogue, name)), { recursive: true });
    writeFileSync(join(catalogue, name), text);
  }
  reach = await measureReach(catalogue);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the reach of a catalogue', () => {
  it('gives each tool its working tests, its bars and its causes', () => {
    const [older = '', newer = ''] = reach.versions;
    const told = reach.steps[0].tools.map(({ id, working, distinct, bars, causes }) => ({
      id,
      working,
      distinct,
      bars: [bars[older], bars[newer]],
      causes: [causes[older], causes[newer]],
    }));
    const few = 'fewer tests declared than the bar';
    const row = (id: string, working: number, older: string | null, newer: string | null) => ({
      ...{ id, working, distinct: working, bars: [3, 2], causes: [older, newer] },
    });
    const needs = 'needs canvas, which the sandbox does not have';
    const broken = 'executeRequest failed: no such port';
    expect(told).toEqual([
      row('harbour.coded.reads', 3, null, null),
      row('harbour.coded.breaks', 0, broken, broken),
      row('harbour.plain.enough', 3, null, null),
      row('harbour.plain.two', 2, few, null),
      row('harbour.plain.one', 1, few, few),
      row('library.needs.draws', 0, needs, needs),
    ]);
  });

  it('names why the gate refuses a schema', () => {
    expect(reach.steps[0].refused).toEqual([expect.stringMatching(/^VAL\d+ /)]);
  });

  it('keeps requests with their mock answers', () => {
    const [reads] = reach.steps[0].tools;
    expect(reads?.exchanges.map(({ request, answer }) => [request.url, answer.body])).toEqual(
      ['v0', 'v1', 'v2'].map((q) => [
        `https://api.harbour.example/reads?q=${q}`,
        '{"ports":[{"open":true,"name":"1"},{"open":true,"name":"1"}]}',
      ]),
    );
  });

  it('tests only the tools that are wanted', async () => {
    const { steps } = await measureReach(catalogue, { wanted: new Set(['harbour.plain.two']) });
    expect(steps[0].tools.map(({ id }) => id)).toEqual(['harbour.plain.two']);
    expect(await listTools(catalogue)).toEqual(reach.steps[0].tools.map(({ id }) => id));
  });

  it('says of a folder without schemas that it has none', async () => {
    mkdirSync(join(folder, 'empty'));
    const { problems } = await measureReach(join(folder, 'empty'));
    expect(problems.map(({ code }) => code)).toEqual(['IMP-001']);
  });
});

describe('the steps', () => {
  it('each begin with what the one before has left, and test again only what has changed', async () => {
    const mended = join(folder, 'mended', 'ferry');
    mkdirSync(mended, { recursive: true });
    const z = "z: { primitive: 'enum(north,south,west)', options: [] }";
    const open = tool('lists', 1, '{{SIDE}}')
      .replace("z: { primitive: 'string()', options: [] }", z)
      .replaceAll("q: 'v0'", "q: 'north'");
    // A main that is computed is run again after each edit.
    const computed = main('ferry', open).replace("'Ports.'", "['Ports.'].join('')");
    writeFileSync(join(mended, 'open.mjs'), computed);
    writeFileSync(join(mended, 'plain.mjs'), main('ferry', tool('rests', 1)));
    const { steps, versions } = await measureReach(mended, { steps: STEPS });
    const [version = ''] = versions;
    const told = steps.map(({ step, tools }) => ({
      step,
      working: tools.map(({ distinct }) => distinct),
      passing: tools.map(({ causes }) => causes[version] === null),
    }));
    expect(told).toEqual([
      { step: 'as it is', working: [0, 1], passing: [false, false] },
      { step: 'after fix', working: [1, 1], passing: [false, false] },
      { step: 'after all proposed tests', working: [3, 1], passing: [true, false] },
    ]);
    expect(new Set(steps.map(({ tools }) => tools[0])).size).toBe(3);
    expect(new Set(steps.map(({ tools }) => tools[1])).size).toBe(1);
  });
});

describe('npm run reach', () => {
  const args = ['--conditions=flowmcp-source', 'bench/reach/run.ts'];
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const run = (...given: string[]) =>
    spawnSync(process.execPath, [tsx, ...args, ...given], { cwd: ROOT, encoding: 'utf8' });

  it('says in one line what it needs without a folder', () => {
    const { status, stdout, stderr } = run();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^Name one folder of a catalogue/)]);
  });

  it('prints the table, and writes a line for each tool', () => {
    const json = join(folder, 'reach.json');
    const text = execFileSync(process.execPath, [tsx, ...args, catalogue, '--json', json], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(text).toContain('6 tools in 3 schemas; refused by the gate: 1');
    const told: Record<string, unknown>[] = JSON.parse(readFileSync(json, 'utf8'));
    const keys = ['step', 'id', 'working', 'distinct', 'isParameterless', 'bars', 'causes'];
    expect(told.map(Object.keys)).toEqual(told.map(() => keys));
    expect(told).toHaveLength(3 * 6);
  });

  it('prints a drawn sample, the same for the same seed', () => {
    const draw = () => run(catalogue, '--tools', '2', '--seed', '7').stdout;
    const text = draw();
    expect(text.match(/^harbour\.|^library\./gm)).toHaveLength(2);
    expect(draw()).toBe(text);
  });

  it('refuses a number of tools that is none', () => {
    const { status, stderr } = run(catalogue, '--tools', '0');
    expect(status).toBe(1);
    expect(stderr).toContain('--tools: a whole number of at least 1, not "0"');
  });
});
