// Edits of files: what is written, what is refused, and that one file hides no other.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditOptions, editSources } from '../../../src/features/edit/run.js';

const schema = (version: string, more = '') =>
  `export const main = { namespace: 'demo', name: 'Demo', description: 'Items.', version: '${version}', ${more}` +
  "root: 'https://api.example.org', tools: { a: { method: 'GET', path: '/a', description: 'A.', parameters: [] } } };\n";
const [OLD, NEW] = [schema('3.0.0'), schema('4.0.0')];

let place: FsFixture;
const at = (name: string) => place.getPath(name);
const read = (name: string) => readFileSync(at(name), 'utf8');

beforeAll(async () => {
  place = await createFixture();
});
afterAll(() => place.rm());

/** A folder of its own for each test. */
async function folderOf(name: string, files: Record<string, string>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    await place.mkdir(name);
    await place.writeFile(`${name}/${file}`, text);
  }
  return at(name);
}

function commit(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'all');
}

const migrate = (folder: string, more: Partial<EditOptions> = {}) =>
  editSources({ paths: [folder], kind: 'migrate', ...more });

describe('without write', () => {
  it('nothing is written, and the texts are handed over', async () => {
    const folder = await folderOf('dry', { 'a.mjs': OLD, 'b.mjs': NEW });
    const seen: string[][] = [];
    const result = await migrate(folder, { onPlanned: (...texts) => seen.push(texts) });
    expect(result).toEqual({
      status: true,
      results: [
        {
          file: at('dry/a.mjs'),
          from: '3.0.0',
          edits: [{ code: 'version', line: 1 }],
          byHand: [],
          validAfter: true,
          written: false,
        },
        {
          file: at('dry/b.mjs'),
          from: '4.0.0',
          edits: [],
          byHand: [],
          validAfter: true,
          written: false,
        },
      ],
      errors: [],
    });
    expect(seen).toEqual([
      [at('dry/a.mjs'), OLD, NEW],
      [at('dry/b.mjs'), NEW, NEW],
    ]);
    expect(read('dry/a.mjs')).toBe(OLD);
  });
});

describe('with write', () => {
  it('committed files are written, with their mode; those that have changed are not', async () => {
    const folder = await folderOf('tree', { 'a.mjs': OLD, 'b.mjs': OLD, 'c.mjs': OLD });
    execFileSync('chmod', ['755', at('tree/a.mjs')]);
    commit(folder);
    writeFileSync(at('tree/b.mjs'), `${OLD}// note\n`);
    writeFileSync(at('tree/d.mjs'), OLD);
    const { status, results, errors } = await migrate(folder, { write: true });
    expect(status).toBe(false);
    expect(results.map(({ written }) => written)).toEqual([true, false, true, false]);
    expect(errors).toMatchObject([
      {
        code: 'FIX-003',
        where: { file: at('tree/b.mjs') },
        args: { reason: 'it has changes that are not committed' },
      },
      { code: 'FIX-003', where: { file: at('tree/d.mjs') }, args: { reason: 'it is not committed' } },
    ]);
    expect(['a', 'b', 'c', 'd'].map((name) => read(`tree/${name}.mjs`))).toEqual([
      NEW,
      `${OLD}// note\n`,
      NEW,
      OLD,
    ]);
    expect(statSync(at('tree/a.mjs')).mode & 0o777).toBe(0o755);
  });

  it('a second run has nothing to write, so nothing is refused', async () => {
    const folder = await folderOf('twice', { 'a.mjs': OLD });
    await migrate(folder, { write: true, force: true });
    expect(await migrate(folder, { write: true })).toMatchObject({
      status: true,
      results: [{ edits: [], written: false }],
    });
  });

  it('force writes what git could not restore', async () => {
    const folder = await folderOf('forced', { 'a.mjs': OLD });
    expect(await migrate(folder, { write: true })).toMatchObject({
      errors: [{ code: 'FIX-003', args: { reason: 'it lies in no git work tree' } }],
    });
    expect(await migrate(folder, { write: true, force: true })).toMatchObject({ status: true, errors: [] });
    expect(read('forced/a.mjs')).toBe(NEW);
  });

  it('a link is not followed, even by force', async () => {
    const folder = await folderOf('links', { 'a.txt': OLD });
    symlinkSync('a.txt', at('links/a.mjs'));
    expect(await migrate(folder, { write: true, force: true })).toMatchObject({
      status: false,
      errors: [{ code: 'FIX-004', where: { file: at('links/a.mjs') } }],
    });
    expect(read('links/a.txt')).toBe(OLD);
  });

  it('a file that changes or goes in the meantime is left alone', async () => {
    const folder = await folderOf('race', { 'a.mjs': OLD, 'b.mjs': OLD, 'c.mjs': OLD });
    const { errors } = await migrate(folder, {
      write: true,
      force: true,
      onPlanned(file) {
        if (file === at('race/a.mjs')) writeFileSync(file, 'other');
        if (file === at('race/b.mjs')) rmSync(file);
      },
    });
    expect(errors.map(({ code, where }) => [code, where?.file])).toEqual([
      ['FIX-007', at('race/a.mjs')],
      ['FIX-007', at('race/b.mjs')],
    ]);
    expect([read('race/a.mjs'), read('race/c.mjs')]).toEqual(['other', NEW]);
  });

  it('a file that cannot be written hides no other', async () => {
    // With this name, that of the temporary file is too long.
    const long = `a${'b'.repeat(240)}.mjs`;
    const folder = await folderOf('long', { [long]: OLD, 'z.mjs': OLD });
    expect(await migrate(folder, { write: true, force: true })).toMatchObject({
      results: [{ written: false }, { written: true }],
      errors: [{ code: 'FIX-005', args: { reason: 'ENAMETOOLONG' } }],
    });
  });

  it('what is left is placed in the file as it is then', async () => {
    const text = `${schema('3.0.0', 'skills: {},\nhandlers: {},\n').replace('https', 'http')}`;
    const folder = await folderOf('left', { 'a.mjs': text });
    const places = async (write: boolean) =>
      (await migrate(folder, { write, force: true })).errors.map(({ code, where }) => [code, where?.line]);
    expect(await places(false)).toEqual([['VAL015', 3]]);
    expect(await places(true)).toEqual([['VAL015', 2]]);
    expect(read('left/a.mjs').split('\n')[1]).toMatch(/^root: 'http:/);
  });

  it('a file that cannot be read is named, and the others are written', async () => {
    const folder = await folderOf('broken', { 'a.mjs': 'export const main = {', 'b.mjs': OLD });
    writeFileSync(at('broken/c.mjs'), Buffer.from([0xff, 0xfe]));
    const { results, errors } = await migrate(folder, { write: true, force: true });
    expect(results.map(({ written }) => written)).toEqual([false, true, false]);
    expect(errors.map(({ code, where }) => [code, where?.file])).toEqual([
      ['SRC-001', at('broken/a.mjs')],
      ['SRC-004', at('broken/c.mjs')],
    ]);
  });
});

it('keeps line ends and a byte-order mark in the file', async () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll(', ', ',\r\n')}`;
  const folder = await folderOf('windows', { 'a.mjs': windows(OLD) });
  await migrate(folder, { write: true, force: true });
  expect(read('windows/a.mjs')).toBe(windows(NEW));
});

it('a path without a schema is a problem', async () => {
  expect(await migrate(at('nowhere'))).toMatchObject({
    status: false,
    results: [],
    errors: [{ code: 'IMP-001' }],
  });
});
