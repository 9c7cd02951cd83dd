// Snapshots are written once and only for new content; membership and retired schemas.
import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contentOf, pathsOf } from '../../journeys/island-tree.js';
import { providerFiles, schemaText, toolAt } from '../../journeys/provider-sources.js';
import { codesOf, openWorkplace } from '../../journeys/workplace.js';

const HANDLERS = 'export const handlers = () => ({ getItems: { postRequest: async (x) => x } })\n';

describe('snapshots', () => {
  it('a folder: one snapshot per file, the same bytes, and an index', async () => {
    await using place = await openWorkplace();
    const { status, results, errors } = await place.import();
    expect([status, errors]).toEqual([true, []]);
    expect(results[0]).toMatchObject({ namespace: 'demo', indexPath: 'providers/demo/index.json' });
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha', 'beta', 'gamma']);
    for (const { schema, hash, snapshot } of results[0]?.imported ?? []) {
      expect(snapshot).toBe(`providers/demo/${schema}/schema/${schema}--2026-03-01T10-00-00Z--${hash}.mjs`);
      expect(place.island().readText(snapshot)).toBe(providerFiles()[`${schema}.mjs`]);
    }
    expect(place.index()).toMatchObject({
      status: 'blocked',
      summary: { schemas: 3, tools: 6, retired: [] },
    });
  });

  it('the same bytes are skipped and nothing is touched', async () => {
    await using place = await openWorkplace();
    await place.import();
    const before = place.tree();
    place.wait();
    const { status, results } = await place.import();
    expect(status).toBe(true);
    expect(results[0]?.imported).toEqual([]);
    expect(results[0]?.skipped.map(({ schema }) => schema)).toEqual(['alpha', 'beta', 'gamma']);
    expect(place.tree()).toEqual(before);
  });

  it('the same bytes do not make a renamed snapshot readable', async () => {
    await using place = await openWorkplace();
    await place.import();
    const known = place.index().schemas.alpha?.snapshot;
    const path = (hash = '') =>
      place.path(`island/providers/demo/alpha/schema/alpha--2026-03-01T10-00-00Z--${hash}.mjs`);
    renameSync(path(known?.hash), path('00000000'));
    await place.rebuild('demo');
    place.wait();
    await place.import();
    expect(place.index().schemas.alpha).toMatchObject({ reason: 'snapshot unreadable', tools: {} });
  });

  it('a change goes beside the old snapshot, and older content returns as the newest (D9)', async () => {
    await using place = await openWorkplace();
    await place.import();
    const first = place.index().schemas.alpha?.snapshot;
    place.wait();
    await place.write('demo/alpha.mjs', schemaText({ name: 'changed' }));
    await place.import();
    const second = place.index().schemas.alpha?.snapshot;
    expect(second?.hash).not.toBe(first?.hash);
    place.wait();
    await place.write('demo/alpha.mjs', providerFiles()['alpha.mjs'] ?? '');
    const { results } = await place.import();
    const third = place.index().schemas.alpha?.snapshot;
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha']);
    expect(third?.hash).toBe(first?.hash);
    expect(third?.fileSha256).toBe(first?.fileSha256);
    expect(third?.file).toBe(`alpha--2026-03-01T10-02-00Z--${first?.hash}.mjs`);
    expect(pathsOf(place.tree(), 'alpha/schema/')).toHaveLength(3);
  });

  it('two in one second, and a clock that runs backwards: the next free second (D8)', async () => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': schemaText() } });
    for (const [at, name] of ['first', 'second', 'third'].entries()) {
      await place.write('demo/alpha.mjs', schemaText({ name }));
      if (at === 2) place.wait(-3600);
      await place.import();
    }
    const times = pathsOf(place.tree(), 'alpha/schema/').map((path) => path.split('--')[1]);
    expect(times).toEqual(['2026-03-01T10-00-00Z', '2026-03-01T10-00-01Z', '2026-03-01T10-00-02Z']);
    expect(
      place.island().readText(`providers/demo/alpha/schema/${place.index().schemas.alpha?.snapshot?.file}`),
    ).toContain('"third"');
  });

  it('a file with a key is refused, wherever the key stands in it, and nothing of the key is stored', async () => {
    const key = ['sk', 'live', 'EXAMPLEexampleEXAMPLE0000'].join('_');
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': schemaText(), 'beta.mjs': `${schemaText({ name: 'beta' })}// once ${key}\n` },
    });
    const { errors, results } = await place.import('demo', { keepGoing: true });
    expect(codesOf(errors)).toEqual(['GATE-025']);
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha']);
    expect(JSON.stringify([errors, place.tree()])).not.toContain(key.slice(8));
  });

  it('a list with a key is told where a schema refers to it, and is not stored', async () => {
    const key = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');
    const meta = { name: 'rates', version: '1.0.0' };
    const sharedLists = [{ ref: 'rates', version: '1.0.0' }];
    await using place = await openWorkplace({
      demo: {
        'alpha.mjs': schemaText({ sharedLists }),
        '_lists/rates.json': JSON.stringify({ meta, entries: [{ code: key }] }),
      },
      other: {
        'beta.mjs': schemaText({ namespace: 'other' }),
        '_lists/rates.json': JSON.stringify({ meta, entries: [{ code: key }] }),
      },
    });
    const { errors, results } = await place.import('demo');
    expect([codesOf(errors), results]).toEqual([['GATE-025'], []]);
    expect(codesOf((await place.import('other')).errors)).toEqual([]);
    expect(JSON.stringify(place.tree())).not.toContain(key.slice(4));
  });

  it('other handler code only: the same hash, new bytes (D10)', async () => {
    await using place = await openWorkplace({ demo: { 'alpha.mjs': schemaText() } });
    await place.import();
    const before = place.index().schemas.alpha?.snapshot;
    place.wait();
    await place.write('demo/alpha.mjs', schemaText({}, HANDLERS));
    await place.import();
    const after = place.index().schemas.alpha?.snapshot;
    expect(after?.hash).toBe(before?.hash);
    expect(after?.fileSha256).not.toBe(before?.fileSha256);
    expect(after?.file).not.toBe(before?.file);
  });

  it('names that begin with -- or contain it, and names that every object has', async () => {
    const names = ['--odd--name', 'constructor', 'members', 'toString'];
    await using place = await openWorkplace({
      demo: Object.fromEntries(names.map((name) => [`${name}.mjs`, schemaText({ name })])),
    });
    expect((await place.import()).errors).toEqual([]);
    expect(Object.keys(place.index().schemas)).toEqual(names);
    place.wait();
    await place.write('demo/--odd--name.mjs', schemaText({ name: 'changed' }));
    const { results } = await place.import();
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['--odd--name']);
    expect(results[0]?.skipped).toHaveLength(3);
    const before = contentOf(place.tree());
    await place.rebuild();
    expect(contentOf(place.tree())).toEqual(before);
  });

  it('tools with names that are no folder names, or that every object has', async () => {
    const tools = {
      '/wallets/:address/chains': toolAt('/ok'),
      constructor: toolAt('/ok'),
      hasOwnProperty: toolAt('/ok'),
    };
    await using place = await openWorkplace({ demo: { 'alpha.mjs': schemaText({ tools }) } });
    expect((await place.import()).errors).toEqual([]);
    expect(Object.keys(place.index().schemas.alpha?.tools ?? {})).toEqual(Object.keys(tools));
    const before = contentOf(place.tree());
    await place.rebuild();
    expect(contentOf(place.tree())).toEqual(before);
  });

  it.each(['scores', '_gradings', '_hidden'])('a file named %s is refused as a schema', async (name) => {
    await using place = await openWorkplace({ demo: { [`${name}.mjs`]: schemaText() } });
    const { status, errors } = await place.import(`demo/${name}.mjs`);
    expect(status).toBe(false);
    expect(codesOf(errors)).toEqual(['IMP-003']);
    expect([...place.tree()]).toEqual([]);
  });
});

describe('membership (D20)', () => {
  const members = (place: { tree(): ReturnType<typeof import('../../journeys/island-tree.js').readTree> }) =>
    pathsOf(place.tree(), '/members--');

  it('a schema that is gone retires, and returns with the next import that contains it', async () => {
    await using place = await openWorkplace();
    await place.import();
    place.wait();
    await place.fixture.rm('demo/beta.mjs');
    await place.import();
    expect(Object.keys(place.index().schemas)).toEqual(['alpha', 'gamma']);
    expect(place.index().summary.retired).toEqual(['beta']);
    expect(pathsOf(place.tree(), 'beta/schema/')).toHaveLength(1);
    place.wait();
    await place.write('demo/beta.mjs', providerFiles()['beta.mjs'] ?? '');
    const { results } = await place.import();
    expect(results[0]?.imported).toEqual([]);
    expect(Object.keys(place.index().schemas)).toEqual(['alpha', 'beta', 'gamma']);
    expect(place.index().summary.retired).toEqual([]);
    expect(members(place)).toHaveLength(3);
  });

  it('a single file adds itself and keeps the others', async () => {
    await using place = await openWorkplace({
      demo: providerFiles(),
      more: { 'delta.mjs': schemaText({ name: 'delta' }) },
    });
    await place.import();
    place.wait();
    await place.import('more/delta.mjs');
    expect(Object.keys(place.index().schemas)).toEqual(['alpha', 'beta', 'delta', 'gamma']);
    place.wait();
    await place.import('demo/alpha.mjs');
    expect(Object.keys(place.index().schemas)).toHaveLength(4);
    expect(members(place)).toHaveLength(2);
  });
});

describe('what is neither a schema nor a selection', () => {
  const AGENT = "export const main = { version: '4.0.0', model: 'm', systemPrompt: 's', tools: [] };";
  const SOURCES = {
    demo: { 'alpha.mjs': schemaText({ name: 'alpha' }), 'clerk.mjs': AGENT },
    _lists: { 'chains.mjs': 'export const list = {};' },
    skills: { 'plan.mjs': 'export const skill = {};' },
    files: {
      'registry.json': '{ "schemaSpec": "3.0.0", "schemas": [] }',
      'scores.json': '{ "scoringProtocol": "v1", "areas": [] }',
    },
  };

  it('is passed over in the folders for it, named elsewhere, and never in the way', async () => {
    await using place = await openWorkplace(SOURCES);
    const named = ['_lists', 'demo', 'skills', 'files/registry.json', 'files/scores.json'];
    const paths = named.map((name) => place.path(name));
    const { status, results, errors } = await place.import('', { paths });
    expect(results[0]?.imported.map(({ schema }) => schema)).toEqual(['alpha']);
    expect(status).toBe(true);
    expect(errors.map(({ code, where }) => `${code} ${where?.file}`)).toEqual([
      `SRC-012 ${place.path('demo/clerk.mjs')}`,
      `SRC-012 ${place.path('files/registry.json')}`,
      `SRC-013 ${place.path('files/scores.json')}`,
    ]);
  });

  it.each([
    ['a folder of lists', '_lists', ['IMP-023']],
    ['a list', '_lists/chains.mjs', ['SRC-012', 'IMP-023']],
    ['a skill', 'skills/plan.mjs', ['SRC-012', 'IMP-023']],
    ['a registry', 'files/registry.json', ['SRC-012', 'IMP-023']],
  ])('is nothing to import alone, and nothing is written: %s', async (_, name, codes) => {
    for (const rules of [['2.0.0'], ['3.0.3']]) {
      await using place = await openWorkplace(SOURCES);
      const { status, errors } = await place.import(name, { rules });
      expect([status, codesOf(errors)]).toEqual([false, codes]);
      expect(pathsOf(place.tree(), 'providers/')).toEqual([]);
    }
  });

  it('may be all that a shard holds', async () => {
    await using place = await openWorkplace(SOURCES);
    for (const index of [1, 2]) {
      const { errors } = await place.import('_lists', { shard: { index, count: 2 } });
      expect(errors).toEqual([]);
    }
  });
});

describe('a schema of an old generation', () => {
  it('has one problem, whatever else is wrong with it', async () => {
    const text = "export const main = { version: '3.0.0', namespace: 'demo', tools: call(), odd: 1 };";
    await using place = await openWorkplace({ demo: { 'odd name.mjs': text } });
    for (const evaluate of [undefined, 'sandbox'] as const) {
      expect(codesOf((await place.import('demo', { evaluate })).errors)).toEqual(['SRC-011']);
    }
  });

  it('is recorded as failing where the rules want that', async () => {
    const text = "export const main = { version: '3.0.0', namespace: 'demo' };";
    await using place = await openWorkplace({ demo: { 'beta.mjs': text } });
    await place.import('demo', { rules: ['3.0.3'] });
    expect(place.index().schemas.beta).toMatchObject({ status: 'blocked', code: 'SRC-011' });
  });
});
