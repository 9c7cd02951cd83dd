// An export includes the files that the schemas rest on, so that it can be imported again, and no rejected target
// without permission.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export/run.js';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import { contentOf, pathsOf, readTree } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const tools = { getItems: toolAt('/ok') };
const list = (version: string, alias: string) =>
  JSON.stringify({ meta: { name: 'chains', version }, entries: [{ alias }] });
const reference = (version: string) => ({ sharedLists: [{ ref: 'chains', version }] });
const ABOUT = '# Demo\n\nItems.\n';

const SOURCES = {
  demo: {
    'alpha.mjs': schemaText({
      name: 'alpha',
      tools,
      resources: {
        about: { source: 'markdown', origin: 'inline', name: 'the-about.md', description: 'About.' },
      },
      ...reference('1.0.0'),
    }),
    'beta.mjs': schemaText({ name: 'beta', tools }),
    'resources/the-about.md': ABOUT,
    '_lists/chains.json': list('1.0.0', 'eth'),
    '_lists/unused.json': list('3.0.0', 'eth'),
  },
};

function exportOf(place: Workplace, more: Partial<Parameters<typeof exportTargets>[0]> = {}) {
  const exportRoot = place.path('out');
  return exportTargets({
    island: place.island(),
    exportRoot,
    targets: ['demo'],
    now: () => place.now,
    ...more,
  });
}

async function openImported(): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace(SOURCES);
  const { errors } = await place.import();
  expect(errors).toEqual([]);
  return place;
}

describe('About and lists', () => {
  it('are exported to where an import of the schemas finds them', async () => {
    await using place = await openImported();
    const { results } = await exportOf(place);
    const [exported] = results;
    expect(Object.keys(contentOf(readTree(exported?.exportDir ?? '')))).toEqual([
      'index.json',
      'schemas/_lists/chains.json',
      'schemas/alpha.mjs',
      'schemas/beta.mjs',
      'schemas/resources/the-about.md',
    ]);
    expect(exported).toMatchObject({
      aboutExport: { to: 'schemas/resources/the-about.md' },
      listExports: [{ list: 'chains', version: '1.0.0', to: 'schemas/_lists/chains.json' }],
      warnings: [],
    });
    const { importSources } = await import('../../src/features/import/run.js');
    const { Island } = await import('../../src/island/island.js');
    const again = new Island(place.path('again'));
    const paths = [`${exported?.exportDir}/schemas`];
    const { status } = await importSources({ island: again, paths, now: () => place.now });
    expect(status).toBe(true);
    const same = (paths: string[]) => paths.filter((path) => /_lists|-about--|\/schema\//.test(path));
    expect(same(pathsOf(readTree(place.path('again')), ''))).toEqual(same(pathsOf(place.tree(), '')));
  });

  it('of one schema are only those it rests on, and none with the index alone', async () => {
    await using place = await openImported();
    const [beta] = (await exportOf(place, { targets: ['demo/beta'] })).results;
    expect([beta?.aboutExport, beta?.listExports]).toEqual([null, []]);
    const [alone] = (await exportOf(place, { schemas: false })).results;
    expect(Object.keys(contentOf(readTree(alone?.exportDir ?? '')))).toEqual(['index.json']);
  });

  it('an About inside its schema is exported under its plain name, two versions of a list under theirs', async () => {
    await using place = await openWorkplace({
      demo: {
        'alpha.mjs': schemaText({ name: 'alpha', tools, resources: { about: ABOUT }, ...reference('1.0.0') }),
        'beta.mjs': schemaText({ name: 'beta', tools, ...reference('2.0.0') }),
        '_lists/one.json': list('1.0.0', 'eth'),
        '_lists/two.json': list('2.0.0', 'btc'),
      },
    });
    await place.import();
    const [exported] = (await exportOf(place)).results;
    expect([exported?.aboutExport?.to, exported?.listExports.map(({ to }) => to)]).toEqual([
      'schemas/resources/demo-about.md',
      ['schemas/_lists/chains-1.0.0.json', 'schemas/_lists/chains-2.0.0.json'],
    ]);
  });
});

describe('a rejected namespace', () => {
  async function openRejected(): Promise<Workplace & AsyncDisposable> {
    const root = 'https://api.coingecko.com';
    const place = await openWorkplace({
      demo: {
        'alpha.mjs': schemaText({ name: 'alpha', tools }),
        'foreign.mjs': schemaText({
          name: 'foreign',
          root,
          docs: [`${root}/docs`],
          requiredServerParams: ['ETHERSCAN_API_KEY'],
          tools,
        }),
      },
    });
    place.origin = provider.origin;
    await place.import();
    await place.emit();
    return place;
  }
  const NODES = 'schemas.foreign.tools.getItems';

  it.each(['demo', 'demo/alpha'])('is not exported as %s, and nothing is written', async (target) => {
    await using place = await openRejected();
    const { status, results, errors } = await exportOf(place, { targets: [target] });
    expect([status, results, codesOf(errors), exitCodeOf(errors)]).toEqual([false, [], ['EXP-006'], 1]);
    expect(errors[0]?.args).toEqual({ target: `providers/${target}`, nodes: NODES });
    expect(pathsOf(readTree(place.path('.')), 'out/')).toEqual([]);
  });

  it('is exported if that is allowed, and named', async () => {
    await using place = await openRejected();
    const { status, results } = await exportOf(place, { allowRejected: true });
    expect(status).toBe(true);
    expect(results[0]?.warnings).toMatchObject([{ code: 'EXP-007', args: { nodes: NODES } }]);
  });
});
