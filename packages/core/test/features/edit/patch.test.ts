// Where the paths of a patch begin, and which changes no patch can show.
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyCommand, buildPatch } from '../../../src/features/edit/patch.js';

let place: FsFixture;
beforeAll(async () => {
  place = await createFixture({ 'real/a/x.mjs': 'one\n', 'real/b/y.mjs': 'one\n' });
  symlinkSync(place.getPath('real/a'), place.getPath('link'));
});
afterAll(() => place.rm());

it('is applied in the folder that holds all files, also behind links', () => {
  const files = ['link/x.mjs', 'real/b/y.mjs'].map((name) => ({
    file: place.getPath(name),
    before: 'one\n',
    after: 'two\n',
  }));
  const { patch, folder, errors } = buildPatch(files);
  expect([folder, errors]).toEqual([place.getPath('real'), []]);
  expect(applyCommand(folder)).toBe(`git -C ${folder} apply`);
  execFileSync('git', ['-C', folder, 'apply'], {
    input: patch,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
  for (const { file } of files) expect(readFileSync(file, 'utf8')).toBe('two\n');
});

it('begins in the current folder if nothing lies outside of it', () => {
  expect(buildPatch([])).toEqual({ patch: '', folder: process.cwd(), errors: [] });
  expect(applyCommand(process.cwd())).toBe('git apply');
});

describe('the changes of a file', () => {
  it.each([
    ['a lone CR', 'a\rb\n', true],
    ['a bell', 'a\u0007\n', true],
    ['a colour', 'a\u001b[31m\n', true],
    ['a character of C1', 'a\u0085\n', true],
    ['CRLF, tabs and a byte-order mark', '\uFEFFa\tb\r\nc\r\n', false],
  ])('with %s', (_, before, isLeftOut) => {
    const file = join(place.path, 'z.mjs');
    writeFileSync(file, before);
    const { patch, errors } = buildPatch([{ file, before, after: `${before}more\n` }]);
    expect(errors.map(({ code, where }) => [code, where?.file])).toEqual(
      isLeftOut ? [['FIX-008', file]] : [],
    );
    expect(patch === '').toBe(isLeftOut);
    expect(buildPatch([{ file, before, after: before }])).toMatchObject({ patch: '', errors: [] });
  });
});
