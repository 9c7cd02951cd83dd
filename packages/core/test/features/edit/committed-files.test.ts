// Which files count as safe to write: those that the last commit of their work tree holds. A repository runs nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findUncommitted } from '../../../src/features/edit/committed-files.js';

/** Names that a command line or a pathspec could take for something else. */
const ODD = [
  'with blank.mjs',
  '-force.mjs',
  ':(top)a.mjs',
  ':(exclude)x/a.mjs',
  'two\nlines.mjs',
  'ümlaut.mjs',
  '[a].mjs',
  '*.mjs',
];

let place: FsFixture;
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', place.getPath(folder), ...args], {
    env: { PATH: process.env.PATH, HOME: place.path, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const commit = (folder: string) =>
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'all');

const reasonsOf = async (...names: string[]) => {
  const files = names.map((name) => ({
    file: place.getPath(name),
    bytes: readFileSync(place.getPath(name)),
  }));
  const found = await findUncommitted(files);
  return names.map((name) => found.get(place.getPath(name)) ?? null);
};

beforeAll(async () => {
  place = await createFixture({
    tree: {
      deep: { 'same.mjs': 'a\n', 'hidden.mjs': 'a\n', 'staged.mjs': 'a\n', 'windows.mjs': 'a\nb\n' },
      ...Object.fromEntries(ODD.map((name) => [name, `${name}\n`])),
      '.gitignore': 'ignored.mjs\n',
      '.gitattributes': '*.mjs filter=evil\n',
    },
    outside: { 'alone.mjs': 'a\n' },
    bare: { 'new.mjs': 'a\n' },
    lazy: { deep: { 'same.mjs': 'a\n' } },
  });
  git('tree', 'init', '-q');
  git('tree', 'add', '-A');
  commit('tree');
  git('tree', 'update-index', '--assume-unchanged', 'deep/hidden.mjs');
  await place.writeFile('tree/deep/hidden.mjs', 'changed\n');
  await place.writeFile('tree/deep/staged.mjs', 'changed\n');
  await place.writeFile('tree/deep/new.mjs', 'a\n');
  git('tree', 'add', 'deep/staged.mjs', 'deep/new.mjs');
  await place.writeFile('tree/deep/windows.mjs', 'a\r\nb\r\n');
  await place.writeFile('tree/ignored.mjs', 'a\n');
  await place.writeFile('tree/untracked.mjs', 'a\n');
  git('lazy', 'init', '-q');
  git('lazy', 'add', '-A');
  commit('lazy');
  git('bare', 'init', '-q');
  await place.mkdir('tree/inner');
  await place.writeFile('tree/inner/own.mjs', 'a\n');
  git('tree/inner', 'init', '-q');
  git('tree/inner', 'add', '-A');
  commit('tree/inner');
  // Whatever these name would leave a file.
  const evil = `touch ${place.getPath('evil')}`;
  for (const name of [
    'core.fsmonitor',
    'filter.evil.clean',
    'filter.evil.process',
    'core.pager',
    'core.sshCommand',
  ]) {
    git('tree', 'config', name, evil);
  }
});
afterAll(() => place.rm());

describe('a file', () => {
  it.each([
    ['tree/deep/same.mjs', null],
    ['tree/inner/own.mjs', null],
    ['tree/deep/windows.mjs', null],
    ['tree/deep/staged.mjs', 'it has changes that are not committed'],
    ['tree/deep/hidden.mjs', 'it has changes that are not committed'],
    ['tree/deep/new.mjs', 'it is not committed'],
    ['tree/untracked.mjs', 'it is not committed'],
    ['tree/ignored.mjs', 'it is not committed'],
    ['outside/alone.mjs', 'it lies in no git work tree'],
    ['bare/new.mjs', expect.stringMatching(/^git cannot read the last commit \(fatal: .*HEAD/)],
  ])('%s: %s', async (name, reason) => {
    expect(await reasonsOf(name)).toEqual([reason]);
  });

  it.each(ODD)('may be called %j', async (name) => {
    expect(await reasonsOf(`tree/${name}`)).toEqual([null]);
  });

  it('is looked for in its own work tree, together with all others', async () => {
    const names = ['tree/deep/same.mjs', 'tree/inner/own.mjs', 'tree/untracked.mjs', 'outside/alone.mjs'];
    expect(await reasonsOf(...names)).toEqual([
      null,
      null,
      'it is not committed',
      'it lies in no git work tree',
    ]);
  });

  it('is found through a link to its folder', async () => {
    symlinkSync(place.getPath('tree/deep'), place.getPath('link'));
    expect(await reasonsOf('link/same.mjs', 'link/new.mjs')).toEqual([null, 'it is not committed']);
  });
});

describe('git', () => {
  it('ignores a repository that the environment names, as in a hook', async () => {
    vi.stubEnv('GIT_DIR', place.getPath('bare/.git'));
    vi.stubEnv('GIT_INDEX_FILE', place.getPath('bare/index'));
    try {
      expect(await reasonsOf('tree/deep/same.mjs')).toEqual([null]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('that is missing can restore nothing', async () => {
    vi.stubEnv('PATH', place.getPath('outside'));
    try {
      expect(await reasonsOf('tree/deep/same.mjs')).toEqual([expect.stringContaining('git was not found')]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('runs nothing that the repository names', async () => {
    await reasonsOf('tree/deep/same.mjs', 'tree/deep/staged.mjs');
    expect(existsSync(place.getPath('evil'))).toBe(false);
    // Asked for the state of the files, git would run it.
    expect(() => git('tree', 'status')).toThrow();
    expect(existsSync(place.getPath('evil'))).toBe(true);
  });

  it('fetches no object that is missing', async () => {
    const id = String(git('lazy', 'rev-parse', 'HEAD:deep'));
    await place.rm(`lazy/.git/objects/${id.slice(0, 2)}`);
    const settings = {
      'core.repositoryformatversion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      'remote.origin.url': `ext::touch ${place.getPath('fetched')}`,
      'protocol.ext.allow': 'always',
    };
    for (const [name, value] of Object.entries(settings)) git('lazy', 'config', name, value);
    expect(await reasonsOf('lazy/deep/same.mjs')).toEqual([
      expect.stringContaining('git cannot read the last commit'),
    ]);
    expect(existsSync(place.getPath('fetched'))).toBe(false);
  });
});
