// The schema files among the files of a folder.
import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
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
});
