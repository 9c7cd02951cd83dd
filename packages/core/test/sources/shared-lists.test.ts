// Shared lists are found beside the provider and resolved.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { createListSource, readListCatalogue, resolveSharedLists } from '../../src/sources/shared-lists.js';

const chains = (version: string, entries: object[] = [{ alias: 'eth' }]) => ({
  meta: { name: 'evmChains', version },
  entries,
});
const asModule = (list: object) => `export const list = ${JSON.stringify(list)}\n`;

describe('readListCatalogue and resolveSharedLists', () => {
  it('finds lists by the name in their meta, as a module, as JSON and one folder down', async () => {
    await using files = await createFixture({
      a: {
        'evm-chains.mjs': asModule(chains('3.1.0')),
        'german.json': JSON.stringify({
          meta: { name: 'laender', version: '1.0.0' },
          entries: [{ code: 'BY' }],
        }),
        evmChains: { 'evmChains--2026-01-01T00-00-00Z--01234567.json': JSON.stringify(chains('3.0.0')) },
        '_registry.json': '{}',
        'readme.md': '# lists',
      },
    });
    const catalogue = readListCatalogue([files.getPath('a'), files.getPath('not-there')]);
    expect(catalogue.problems).toEqual([]);
    const lists = resolveSharedLists(
      [
        { ref: 'evmChains', version: '3.0.0' },
        { ref: 'laender', version: '1.0.0' },
      ],
      catalogue.files,
    );
    expect(lists).toEqual({
      resolved: { evmChains: [{ alias: 'eth' }], laender: [{ code: 'BY' }] },
      unresolved: [],
    });
  });

  it.each(['mjs', 'json'])(
    'leaves out a list in a .%s file that holds a key, and says where',
    async (format) => {
      const list = chains('3.1.0', [
        { alias: ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_') },
      ]);
      const text = format === 'mjs' ? asModule(list) : JSON.stringify(list);
      await using files = await createFixture({ [`chains.${format}`]: `\n${text}` });
      const { files: found, withKey, problems } = readListCatalogue([files.path]);
      expect([found, problems]).toEqual([[], []]);
      expect(withKey).toMatchObject([
        {
          name: list.meta.name,
          file: files.getPath(`chains.${format}`),
          keyAt: { line: 2, column: text.indexOf('ghp_') + 1 },
        },
      ]);
    },
  );

  it('requires the exact version and names the available ones', async () => {
    await using files = await createFixture({
      'a.mjs': asModule(chains('3.0.0')),
      'b.mjs': asModule(chains('2.0.0')),
    });
    const lists = resolveSharedLists(
      [
        { ref: 'evmChains', version: '3.1.0' },
        { ref: 'nope', version: '1.0.0' },
      ],
      readListCatalogue([files.path]).files,
    );
    expect(lists.unresolved).toEqual([
      { ref: 'evmChains', version: '3.1.0', found: ['2.0.0', '3.0.0'] },
      { ref: 'nope', version: '1.0.0', found: [] },
    ]);
  });

  it('prefers the earlier folder, and within one the newest snapshot', async () => {
    await using files = await createFixture({
      first: {
        'evmChains--2026-01-01T00-00-00Z--01234567.json': JSON.stringify(chains('1.0.0', [{ alias: 'old' }])),
        'evmChains--2026-02-01T00-00-00Z--01234567.json': JSON.stringify(chains('1.0.0', [{ alias: 'new' }])),
      },
      second: { 'evm-chains.mjs': asModule(chains('1.0.0', [{ alias: 'second' }])) },
    });
    const of = (...folders: string[]) =>
      resolveSharedLists(
        [{ ref: 'evmChains', version: '1.0.0' }],
        readListCatalogue(folders.map((one) => files.getPath(one))).files,
      ).resolved.evmChains;
    expect(of('first', 'second')).toEqual([{ alias: 'new' }]);
    expect(of('second', 'first')).toEqual([{ alias: 'second' }]);
  });

  it.each([
    [{ key: 'slug', exists: true }, ['a', 'b']],
    [{ key: 'test', value: true }, ['b']],
    [{ key: 'id', in: [1, 3] }, ['a', 'c']],
    [{ key: 'constructor', exists: true }, []],
  ])('filter %j', async (filter, expected) => {
    const entries = [
      { alias: 'a', slug: 's', id: 1, test: false },
      { alias: 'b', slug: '', id: 2, test: true },
      { alias: 'c', slug: null, id: 3 },
    ];
    await using files = await createFixture({ 'x.mjs': asModule(chains('1.0.0', entries)) });
    const { resolved } = resolveSharedLists(
      [{ ref: 'evmChains', version: '1.0.0', filter }],
      readListCatalogue([files.path]).files,
    );
    expect(resolved.evmChains?.map(({ alias }) => alias)).toEqual(expected);
  });

  it('a file that is not a list is named and does not affect others; no code of it runs', async () => {
    await using files = await createFixture({
      'broken.json': '{',
      'code.mjs': 'globalThis.ran = true\nexport const list = make()',
      'entries.json': JSON.stringify({ meta: { name: 'x', version: '1.0.0' }, entries: [1] }),
      'good.mjs': asModule(chains('1.0.0')),
      'meta.json': '[]',
      'name.json': JSON.stringify({ meta: { name: 'x' }, entries: [] }),
    });
    const { files: lists, problems } = readListCatalogue([files.path]);
    expect(lists.map(({ name }) => name)).toEqual(['evmChains']);
    expect(problems.map(({ code, where }) => `${code} ${where?.file?.split('/').at(-1)}`)).toEqual([
      'LST-101 name.json',
      'LST-101 meta.json',
      'LST-101 entries.json',
      'LST-101 code.mjs',
      'LST-101 broken.json',
    ]);
    expect('ran' in globalThis).toBe(false);
  });
});

describe('createListSource', () => {
  const place = (at: string) => chains('1.0.0', [{ at }]);
  it.each<[string, string, string[]]>([
    [
      'in the folder, beside it, and beside the folder of all providers',
      'v4/providers/quay',
      ['quay', 'providers', 'v4'],
    ],
    ['no further up than beside a folder of another name', 'v4/others/quay', ['quay', 'others']],
    ['no further up from the folder of all providers itself', 'v4/providers', ['providers', 'v4']],
  ])('finds lists %s', async (_, folder, expected) => {
    const folders = ['.', 'v4', 'v4/providers', 'v4/providers/quay', 'v4/others', 'v4/others/quay'];
    await using files = await createFixture(
      Object.fromEntries(
        folders.map((path) => [`${path}/_lists/chains.mjs`, asModule(place(path.split('/').at(-1) ?? ''))]),
      ),
    );
    const listsOf = createListSource();
    const named = listsOf({ folder: files.getPath(folder), files: [] });
    expect(named.files.map(({ entries }) => entries[0]?.at)).toEqual(expected);
    // A file that is named alone finds the same lists.
    const alone = listsOf({ folder: null, files: [files.getPath(`${folder}/berths.mjs`)] });
    expect(alone).toEqual(named);
  });
});
