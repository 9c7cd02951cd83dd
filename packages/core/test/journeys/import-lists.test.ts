// The lists beside a provider are imported with it and kept with it; others are ignored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ParameterDefinition } from '../../src/spec/schema-main.js';
import { folderModes, pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { providerFiles, schemaText, toolAt } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const byList: ParameterDefinition = {
  position: { key: 'chain', value: '{{USER_PARAM}}', location: 'query' },
  z: { primitive: 'enum({{chains:alias}})', options: [] },
};
const schema = (version = '1.0.0') =>
  schemaText({
    sharedLists: [{ ref: 'chains', version }],
    tools: {
      getItems: toolAt('/ok', {
        parameters: [byList],
        tests: ['eth', 'btc'].map((chain) => ({ _description: `Items of ${chain}`, chain })),
      }),
    },
  });
const list = (aliases: readonly string[], version = '1.0.0') =>
  `export const list = ${JSON.stringify({
    meta: { name: 'chains', version, description: 'Chains.', fields: [{ key: 'alias', type: 'string' }] },
    entries: aliases.map((alias) => ({ alias })),
  })}\n`;

/** Bar of the tool: as many working tests as the list has values, three at most. */
async function barOf(place: Workplace): Promise<number | undefined> {
  place.origin = provider.origin;
  const { results } = await place.emit('demo', { onConflict: 'overwrite', scope: 'all' });
  return results[0]?.pretests[0]?.bar;
}

describe('shared lists beside the provider', () => {
  it.each(['_lists/chains.mjs', 'demo/_lists/chains.mjs'])(
    '%s is kept and resolves at emit',
    async (file) => {
      await using place = await openWorkplace({ demo: { 'alpha.mjs': schema() } });
      await place.write(file, list(['eth', 'btc']));
      expect((await place.import()).status).toBe(true);
      expect(pathsOf(place.tree(), '/_lists/')).toEqual([
        expect.stringMatching(
          /^providers\/demo\/_lists\/chains\/chains--2026-03-01T10-00-00Z--[0-9a-f]{8}\.json$/,
        ),
      ]);
      expect(await barOf(place)).toBe(2);
      expect(place.index().schemas.alpha?.tools.getItems?.status).toBe('pending');
    },
  );

  it('a missing list blocks, with that reason', async () => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': schema() } });
    expect((await place.import()).status).toBe(true);
    place.origin = provider.origin;
    await place.emit();
    expect(place.index().schemas.alpha?.tools.getItems).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('chains'),
    });
  });

  it('a list that no schema refers to is not imported', async () => {
    await using place = await openWorkplace({ demo: providerFiles() });
    await place.write('_lists/chains.mjs', list(['eth']));
    await place.import();
    expect(pathsOf(place.tree(), '/_lists/')).toEqual([]);
  });

  it('the newest import counts, even if it returns to older content', async () => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': schema() } });
    const bars: (number | undefined)[] = [];
    for (const aliases of [
      ['eth', 'btc'],
      ['eth', 'btc', 'sol'],
      ['eth', 'btc'],
    ]) {
      await place.write('_lists/chains.mjs', list(aliases));
      await place.import();
      place.wait();
      bars.push(await barOf(place));
    }
    expect(bars).toEqual([2, 3, 2]);
    const kept = pathsOf(place.tree(), '/_lists/');
    expect(kept).toHaveLength(3);
    await place.import();
    expect(pathsOf(place.tree(), '/_lists/')).toEqual(kept);
  });

  it('two versions together: each schema gets its own, and nothing is written twice', async () => {
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': schema(), 'beta.mjs': schema('2.0.0') },
    });
    await place.write('_lists/chains-1.mjs', list(['eth', 'btc']));
    await place.write('_lists/chains-2.mjs', list(['eth'], '2.0.0'));
    for (let round = 0; round < 3; round += 1) {
      await place.import();
      place.wait();
    }
    expect(pathsOf(place.tree(), '/_lists/')).toHaveLength(2);
    place.origin = provider.origin;
    const { results } = await place.emit();
    expect(results[0]?.pretests.map(({ bar }) => bar)).toEqual([2, 1]);
  });

  it('a list in the folder takes precedence over one beside it', async () => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': schema() } });
    await place.write('demo/_lists/chains.mjs', list(['eth', 'btc']));
    await place.write('_lists/chains.mjs', list(['eth', 'btc', 'sol']));
    await place.import();
    expect(await barOf(place)).toBe(2);
  });
});

describe('the island is private', () => {
  it('folders have mode 0700, files 0600, and a .gitignore covers all of it', async () => {
    await using place = await openWorkplace();
    place.origin = provider.origin;
    await place.import();
    await place.emit();
    const tree = place.tree();
    expect(tree.get('.gitignore')?.text).toBe('*\n');
    expect(pathsOf(tree, '/tests/test-').length).toBeGreaterThan(0);
    expect([...tree].filter(([, { mode }]) => mode !== 0o600)).toEqual([]);
    expect(Object.entries(folderModes(place.root)).filter(([, mode]) => mode !== 0o700)).toEqual([]);
  });

  it('an existing .gitignore stays unchanged', async () => {
    await using place = await openWorkplace({ demo: providerFiles(), island: { '.gitignore': 'mine\n' } });
    expect((await place.import()).status).toBe(true);
    expect(place.tree().get('.gitignore')?.text).toBe('mine\n');
  });
});

it('a list whose name a disk may treat as that of another is refused, with both names', async () => {
  await using place = await openWorkplace({ demo: { 'alpha.mjs': schema() } });
  await place.write('_lists/chains.mjs', list(['eth']));
  await place.import();
  await place.write(
    'demo/alpha.mjs',
    schema().replaceAll('"chains"', '"Chains"').replaceAll('{{chains', '{{Chains'),
  );
  await place.write('_lists/chains.mjs', list(['eth']).replace('"chains"', '"Chains"'));
  const { errors } = await place.import();
  expect(errors.map(({ code, where, args }) => ({ code, ...where, ...args }))).toEqual([
    {
      code: 'IMP-015',
      file: place.path('demo/alpha.mjs'),
      what: 'shared lists',
      name: 'Chains',
      other: 'chains',
    },
  ]);
});
