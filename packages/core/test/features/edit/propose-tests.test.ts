// The patch of proposed tests: git applies it where it says, to files of every kind.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposeTests } from '../../../src/features/edit/propose-tests.js';
import { validateSources } from '../../../src/features/import/validate.js';

const schema = (namespace: string, tests: string) => `export const main = {
    namespace: '${namespace}',
    name: 'Ports', description: 'Ports of the world.', version: '4.0.0', root: 'https://api.example.org',
    tools: {
        getPort: {
            method: 'GET', path: '/ports', description: 'One port.',
            parameters: [
                { position: { key: 'port', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }
            ],
            tests: ${tests}
        }
    }
};
`;
const FEW = `[\n                { _description: 'Oslo', port: 'Oslo' }\n            ]`;
const MANY = `[\n                { _description: 'x', port: 'Rome' },\n                { _description: 'y', port: 'Bern' },\n                { _description: 'z', port: 'Bonn' }\n            ]`;

let fixture: Awaited<ReturnType<typeof createFixture>>;
const path = (name: string) => fixture.getPath(name);

beforeAll(async () => {
  fixture = await createFixture({
    'tree/schemas/ports/few.mjs': schema('ports', FEW),
    'tree/schemas/ports/many.mjs': schema('ports', MANY),
    'tree/schemas/other/ö one.mjs': schema('other', FEW),
    'tree/schemas/other/many.mjs': schema('other', MANY),
    'plain/windows/few.mjs': schema('windows', FEW).replaceAll('\n', '\r\n'),
    'plain/windows/many.mjs': `\uFEFF${schema('windows', MANY)}`,
    'plain/ends/few.mjs': `\uFEFF${schema('ends', FEW).trimEnd()}`,
    'plain/ends/many.mjs': schema('ends', MANY),
    'beside/few.mjs': schema('beside', FEW),
    'beside/many.mjs': schema('beside', MANY),
    'foreign/few.mjs': schema('foreign', FEW),
    'foreign/many.mjs': schema('others', MANY),
    'strange/zero.mjs': schema('strange', `[{ _description: 'x', port: 'Oslo', size: -0 }]`).replace(
      'parameters: [',
      `parameters: [
                { position: { key: 'size', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'number()', options: [] } },
                { position: { key: 'unit', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum(a,b)', options: ['optional()'] } },`,
    ),
    'controls/few.mjs': `// rings \u0007\n${schema('controls', FEW)}`,
    'controls/many.mjs': schema('controls', MANY),
    'broken/b/few.mjs': schema('b', FEW),
    'broken/b/many.mjs': schema('b', MANY).replace('4.0.0', '5.0.0'),
  });
  execFileSync('git', ['init', '--quiet', path('tree')]);
});
afterAll(() => fixture.rm());

function apply(folder: string, patch: string): void {
  execFileSync('git', ['-C', folder, 'apply'], {
    input: patch,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: fixture.path },
  });
}

describe('git applies the patch', () => {
  it.each([
    ['below the root of a work tree', 'tree/schemas', 2],
    ['outside of any, with other line ends, byte-order marks and last lines', 'plain', 2],
  ])('%s', async (_, name, count) => {
    const { status, patch, folder, results } = await proposeTests({ paths: [path(name)], to: 3 });
    expect([status, folder]).toEqual([true, path(name)]);
    const changed = results.filter(({ tools }) => tools.length > 0).map(({ file }) => file);
    expect(changed).toHaveLength(count);
    const before = changed.map((file) => readFileSync(file, 'utf8'));
    apply(folder, patch);
    for (const [at, file] of changed.entries()) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const added = lines.filter((line) => line.includes('// proposed: '));
      expect(added).toHaveLength(2);
      expect(lines.filter((line) => !added.includes(line)).join('\n')).toBe(
        before[at]?.replace(`port: 'Oslo' }`, `port: 'Oslo' },`),
      );
    }
    const { results: validated } = await validateSources({ paths: [path(name)] });
    const marked = validated.filter(({ problems }) => problems.some(({ code }) => code === 'GATE-026'));
    expect(marked.map(({ file }) => file)).toEqual(changed);
    expect((await proposeTests({ paths: [path(name)], to: 3 })).patch).toBe('');
  });
});

describe('no test is proposed', () => {
  it('in a file that would not read as before, which is said', async () => {
    const { status, patch, results } = await proposeTests({ paths: [path('strange/zero.mjs')], to: 2 });
    expect([status, patch]).toEqual([true, '']);
    expect(results[0]?.tools).toMatchObject([{ distinct: 1, reached: 1, proposals: [], isComputed: true }]);
  });

  it('in a file that a patch cannot show, which is an error', async () => {
    const { status, patch, errors } = await proposeTests({ paths: [path('controls/few.mjs')], to: 3 });
    expect([status, patch]).toEqual([false, '']);
    expect(errors).toMatchObject([{ code: 'FIX-008', where: { file: path('controls/few.mjs') } }]);
  });
});

describe('proposals for part of a catalogue', () => {
  it('take the tests of schemas beside a file, unless they are of another namespace or broken', async () => {
    const tools = { tool: 'getPort', distinct: 1, isComputed: false };
    for (const [name, reached] of [
      ['beside/few.mjs', 2],
      ['foreign/few.mjs', 1],
      ['broken/b/few.mjs', 1],
    ] as const) {
      const { results, errors } = await proposeTests({ paths: [path(name)], to: 2 });
      expect(errors).toEqual([]);
      expect(results).toMatchObject([{ file: path(name), tools: [{ ...tools, reached }] }]);
    }
  });

  it('are made although another file has errors, which are named', async () => {
    const { status, results, errors } = await proposeTests({ paths: [path('broken')], to: 3 });
    expect([status, results.length]).toEqual([false, 1]);
    expect(errors.map(({ code, where }) => [code, where?.file])).toEqual([
      ['VAL014', path('broken/b/many.mjs')],
    ]);
  });

  it('are placed below the folder that holds all files', async () => {
    const paths = [path('broken/b/few.mjs'), path('tree/schemas/ports/few.mjs')];
    const { folder } = await proposeTests({ paths, to: 3 });
    expect(folder).toBe(dirname(path('tree')));
    expect((await proposeTests({ paths: [path('broken/b/few.mjs')], to: 3 })).folder).toBe(path('broken/b'));
  });

  it('are none where nothing lies', async () => {
    const { status, patch, errors } = await proposeTests({ paths: [join(fixture.path, 'nowhere')], to: 3 });
    expect([status, patch, errors.map(({ code }) => code)]).toEqual([false, '', ['IMP-001']]);
  });
});
