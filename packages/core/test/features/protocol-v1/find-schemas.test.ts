// Schemas are found by file, folder and pattern, each once and in one order.
import { describe, expect, it } from 'vitest';
import { findSchemas } from '../../../src/features/protocol-v1/read-schemas.js';
import { ProtocolPlace, placesOf } from './protocol-place.js';

const FILES = {
  'providers/b/z.mjs': '',
  'providers/b/a.mjs': '',
  'providers/b/notes.md': '',
  'providers/b/_draft.mjs': '',
  'providers/b/skills/plan.mjs': '',
  'providers/b/node_modules/x/x.mjs': '',
  'providers/_lists/chains.mjs': '',
  'providers/a/[1].mjs': '',
  'providers/a/--late.mjs': '',
  'empty/readme.md': '',
  '_hidden/providers/c/d.mjs': '',
};

async function found(words: readonly string[]) {
  await using place = await ProtocolPlace.create(FILES);
  const { paths, problems } = findSchemas(words.map((word) => place.path(word)));
  return {
    paths: paths.map((path) => path.slice(place.path('').length).replace(/^\//, '')),
    problems: placesOf(place, problems),
  };
}

const ALL = ['providers/a/--late.mjs', 'providers/a/[1].mjs', 'providers/b/a.mjs', 'providers/b/z.mjs'];

describe('findSchemas', () => {
  it.each<[string, string[], string[]]>([
    ['a folder', ['providers'], ALL],
    ['a pattern', ['providers/**/*.mjs'], ALL],
    ['a pattern with choices', ['providers/{a,b}/*.mjs'], ALL],
    ['the same by several words', ['providers/b', 'providers/*/a.mjs', 'providers/b/a.mjs'], ALL.slice(2)],
    ['a name with brackets', ['providers/a/[1].mjs'], ['providers/a/[1].mjs']],
    ['a file that is named itself', ['providers/b/_draft.mjs'], ['providers/b/_draft.mjs']],
    ['what lies below a name with _', ['_hidden/**/*.mjs'], ['_hidden/providers/c/d.mjs']],
    ['a folder below it', ['_hidden/providers'], ['_hidden/providers/c/d.mjs']],
  ])('%s', async (_, words, paths) => {
    expect(await found(words)).toEqual({ paths, problems: [] });
  });

  it.each([
    ['a path without anything', 'nowhere.mjs'],
    ['a folder without schemas', 'empty'],
    ['a pattern that nothing fits', 'providers/**/*.cjs'],
  ])('%s is reported, the others are found', async (_, word) => {
    expect(await found([word, 'providers'])).toEqual({ paths: ALL, problems: [`GRP-020 ${word}`] });
  });

  it('passes over schemas in the subfolders of a provider folder, and says so', async () => {
    const schema = 'export const main = {};';
    await using place = await ProtocolPlace.create({ 'p/a.mjs': schema, 'p/eth/b.mjs': schema });
    const { paths, problems } = findSchemas([place.path('p')]);
    expect(paths).toEqual([place.path('p/a.mjs')]);
    expect(problems).toMatchObject([{ code: 'IMP-022', args: { count: 1, found: 'eth/b.mjs' } }]);
  });
});
