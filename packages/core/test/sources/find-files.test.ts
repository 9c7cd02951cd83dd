// The schema files among the files of a folder.
import { symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSchemaFiles } from '../../src/sources/find-files.js';

let fixture: Awaited<ReturnType<typeof createFixture>>;

beforeAll(async () => {
  fixture = await createFixture({
    'v4/providers/b/two.mjs': '',
    'v4/providers/b/One.mjs': '',
    'v4/providers/b/--odd.mjs': '',
    'v4/providers/b/_draft.mjs': '',
    'v4/providers/b/notes.md': '',
    'v4/providers/b/skills/skill.mjs': '',
    'v4/providers/a/one.mjs': '',
    'v4/providers/a/tests/one.mjs': '',
    'v4/providers/_lists/list.mjs': '',
    'v4/providers/resources/x.mjs': '',
    'v4/selections/s/selection.mjs': '',
    'outside/secret.mjs': '',
    'empty/readme.md': '',
  });
  symlinkSync(fixture.getPath('outside'), fixture.getPath('v4/providers/linked-out'));
  symlinkSync(fixture.getPath('outside/secret.mjs'), fixture.getPath('v4/providers/a/leak.mjs'));
  symlinkSync(fixture.getPath('v4'), fixture.getPath('v4/providers/loop'));
  symlinkSync(fixture.getPath('nowhere'), fixture.getPath('v4/providers/a/broken.mjs'));
  symlinkSync('one.mjs', fixture.getPath('v4/providers/a/alias.mjs'));
});
afterAll(() => fixture.rm());

function find(...paths: string[]) {
  const { groups, problems } = findSchemaFiles(paths.map((path) => fixture.getPath(path)));
  const shorten = (path: string) => relative(fixture.path, path);
  return {
    groups: groups.map(({ folder, files }) => ({
      folder: folder && shorten(folder),
      files: files.map(shorten),
    })),
    problems: problems.map(({ code, where }) => `${code} ${shorten(where?.file ?? '')}`),
  };
}

const A = { folder: 'v4/providers/a', files: ['v4/providers/a/alias.mjs', 'v4/providers/a/one.mjs'] };
const B = {
  folder: 'v4/providers/b',
  files: ['--odd.mjs', 'One.mjs', 'two.mjs'].map((name) => join('v4/providers/b', name)),
};

describe('findSchemaFiles', () => {
  it('accepts a provider folder, a folder of them, and a folder above', () => {
    expect(find('v4/providers/b')).toEqual({ groups: [B], problems: [] });
    expect(find('v4/providers')).toEqual({ groups: [A, B], problems: [] });
    expect(find('v4')).toEqual({ groups: [A, B], problems: [] });
  });

  it('takes a folder once, whichever link leads to it', async () => {
    await using files = await createFixture({ 'p/a.mjs': '' });
    symlinkSync('p', files.getPath('q'));
    const { groups } = findSchemaFiles(['q/a.mjs', 'q', 'p'].map((path) => files.getPath(path)));
    expect(groups.map(({ folder }) => folder && basename(folder))).toEqual(['p']);
  });

  it('accepts single files, each once, in any order', () => {
    const file = 'v4/providers/b/two.mjs';
    expect(find(file)).toEqual({ groups: [{ folder: null, files: [file] }], problems: [] });
    expect(find(file, 'v4/providers', file)).toEqual({ groups: [A, B], problems: [] });
  });

  it('reports why a path cannot be read', () => {
    const { groups, problems } = findSchemaFiles(['x'.repeat(5000)]);
    expect(groups).toEqual([]);
    expect(problems).toMatchObject([
      { code: 'IMP-001', args: { found: expect.stringContaining('ENAMETOOLONG') } },
    ]);
  });

  it.each([['nowhere'], ['empty'], ['empty/readme.md'], ['v4/providers/_lists']])('%s', (path) => {
    const { groups, problems } = find(path);
    const holdsLists = path.endsWith('_lists');
    expect(groups.length).toBe(holdsLists ? 1 : 0);
    expect(problems).toEqual(holdsLists ? [] : [`IMP-001 ${path}`]);
  });

  const SCHEMA = 'export const main = {};';
  const HELPER = 'export const shorten = 1;';
  it.each<[string, Readonly<Record<string, string>>, string[], Record<string, string[]>, string[]]>([
    [
      'passes over schemas in the subfolders of a provider folder, and says so',
      {
        'p/a.mjs': SCHEMA,
        'p/eth/b.mjs': SCHEMA,
        'p/eth/main/c.mjs': 'const schema = {};\nexport { schema };',
      },
      ['p'],
      { p: ['a'] },
      ['IMP-022 p 2 eth/b.mjs, eth/main/c.mjs'],
    ],
    [
      'names the first ones only',
      Object.fromEntries(
        ['p/a', 'p/x/a', 'p/x/b', 'p/x/c', 'p/y/d', 'p/y/e'].map((name) => [`${name}.mjs`, SCHEMA]),
      ),
      ['.'],
      { p: ['a'] },
      ['IMP-022 p 5 x/a.mjs, x/b.mjs, x/c.mjs, 2 more'],
    ],
    [
      'takes a subfolder that is named itself',
      { 'p/a.mjs': SCHEMA, 'p/eth/b.mjs': SCHEMA },
      ['p', 'p/eth'],
      { p: ['a'], 'p/eth': ['b'] },
      [],
    ],
    [
      'says nothing of folders that never hold schemas, or of modules that are none',
      Object.fromEntries([
        ...['p/a', 'p/skills/s', 'p/resources/r', 'p/prompts/q', 'p/tests/t', 'p/_old/o'].map((name) => [
          `${name}.mjs`,
          SCHEMA,
        ]),
        ['p/lib/shorten.mjs', HELPER],
      ]),
      ['p'],
      { p: ['a'] },
      [],
    ],
    [
      'goes on below a folder whose modules are no schemas, and keeps these for their reader',
      { 'all/helper.mjs': HELPER, 'all/p/a.mjs': SCHEMA, 'all/q/b.mjs': SCHEMA },
      ['all'],
      { all: ['helper'], 'all/p': ['a'], 'all/q': ['b'] },
      [],
    ],
    [
      'takes a provider folder whose only module is broken',
      { 'p/a.mjs': 'const main = {};', 'q/b.mjs': 'export const main = {' },
      ['.'],
      { p: ['a'], q: ['b'] },
      [],
    ],
    [
      'looks past an agent that is exported as main',
      {
        'all/agent.mjs': "export const main = { version: '1.0.0', model: 'm', systemPrompt: 's' };",
        'all/p/a.mjs': 'export const main = { tags: [ "model", "systemPrompt" ] };',
      },
      ['all'],
      { all: ['agent'], 'all/p': ['a'] },
      [],
    ],
    [
      'says nothing of a folder for other files beside the sources',
      { 'p/a.mjs': SCHEMA, '_lists/x.json': '{}', 'skills/readme.md': '' },
      ['p', '_lists', 'skills'],
      { p: ['a'] },
      [],
    ],
    [
      'names such a folder if there is nothing else',
      { '_lists/x.json': '{}' },
      ['_lists'],
      {},
      ['IMP-001 _lists'],
    ],
  ])('%s', async (_, tree, paths, expected, told) => {
    await using files = await createFixture({ ...tree });
    const { groups, problems } = findSchemaFiles(paths.map((path) => files.getPath(path)));
    const shorten = (path: string | null | undefined) => relative(files.path, path ?? '');
    const found = groups.map((group) => [
      shorten(group.folder),
      group.files.map((file) => basename(file, '.mjs')),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(
      problems.map(({ code, where, args }) =>
        [code, shorten(where?.file), ...(code === 'IMP-022' ? [args?.count, args?.found] : [])].join(' '),
      ),
    ).toEqual(told);
  });
});
