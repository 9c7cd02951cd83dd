// Names from the user become targets of the island: namespaces and selections, kept apart if they share a name; one after the other is worked on.
import { describe, expect, it } from 'vitest';
import type { Island } from '../../src/island/island.js';
import { fatal } from '../../src/problems/error-codes.js';
import { namespaceTarget, type Scope, selectionTarget } from '../../src/target/logic/target.js';
import { rebuildNamespace } from '../../src/target/rebuild/rebuild.js';
import { eachTarget, resolveTargets } from '../../src/target/targets.js';
import { memoryIsland, putGroup, putProvider, putSelection } from '../journeys/selection-island.js';

const NOW = new Date('2026-03-01T00:00:00Z');

/** Selections `minerals` and `garnets`; `minerals` is a namespace too. */
function openIsland(): Island {
  const island = memoryIsland();
  putGroup(island, ['amber', 'basalt']);
  putProvider(island, { namespace: 'minerals' });
  putSelection(island, { selectionId: 'garnets' });
  return island;
}

async function resolve(names: readonly string[], island = openIsland()) {
  const { targets, problems } = await resolveTargets(island, names);
  return { targets, problems: problems.map(({ code, args }) => [code, args]) };
}

const GARNETS = selectionTarget('garnets');
const MINERALS = selectionTarget('minerals');

describe('a selection', () => {
  it.each(['garnets', 'garnets/', 'selections/garnets', 'selections/garnets//'])(
    'is named %s',
    async (name) => {
      expect(await resolve([name])).toEqual({ targets: [GARNETS], problems: [] });
    },
  );

  it('named in two ways is one target, with the folder of its index', async () => {
    const { targets } = await resolve(['garnets', 'selections/garnets']);
    expect(targets).toEqual([GARNETS]);
    expect(targets.map(({ folder }) => folder)).toEqual(['selections/garnets']);
  });

  it('that shares its name with a namespace must be written in full', async () => {
    const candidates = 'providers/minerals, selections/minerals';
    for (const name of ['minerals', 'minerals/']) {
      expect(await resolve([name])).toEqual({
        targets: [],
        problems: [['TGT-002', { target: name, candidates }]],
      });
    }
    expect((await resolve(['selections/minerals'])).targets).toEqual([MINERALS]);
    expect((await resolve(['providers/minerals'])).targets).toMatchObject([
      { flow: 'provider', id: 'minerals', scope: {} },
    ]);
    expect((await resolve(['minerals/data'])).targets).toMatchObject([
      { flow: 'provider', id: 'minerals', scope: { schema: 'data' } },
    ]);
  });

  it('of an unknown name is missing, and the most similar names are listed', async () => {
    const suggestion = (text: string) => expect.stringContaining(text);
    expect((await resolve(['selections/garnet'])).problems).toEqual([
      ['TGT-001', { target: 'selections/garnet', suggestion: 'Did you mean selections/garnets?' }],
    ]);
    expect((await resolve(['gernets'])).problems).toEqual([
      ['TGT-001', { target: 'gernets', suggestion: 'Did you mean garnets?' }],
    ]);
    // A namespace is not a selection.
    expect((await resolve(['selections/amber'])).problems).toEqual([
      ['TGT-001', { target: 'selections/amber', suggestion: suggestion('state --all') }],
    ]);
    expect((await resolve(['providers/garnets'])).problems).toMatchObject([['TGT-001', {}]]);
  });

  it('has no schemas and no tools of its own', async () => {
    for (const name of ['garnets/data', 'selections/garnets/data', 'garnets/tool/getItems']) {
      expect((await resolve([name])).problems, name).toMatchObject([['TGT-001', { target: name }]]);
    }
  });

  it('cannot have an invalid folder name', async () => {
    const island = openIsland();
    island.create('selections/Not_One/selection/x.json', '{}');
    expect((await resolve(['Not_One'], island)).problems).toMatchObject([['TGT-001', {}]]);
    expect((await resolveTargets(island, [], { all: true })).targets.map(({ name }) => name)).not.toContain(
      'selections/Not_One',
    );
  });
});

describe('a part of a namespace', () => {
  /** Two schemas with the same two tools; one of them is named like a schema. */
  function openParts(): Island {
    const island = memoryIsland();
    putProvider(island, { namespace: 'minerals', schemas: ['data', 'maps'], tools: ['getItems', 'data'] });
    putProvider(island, { namespace: 'amber', tools: ['getItems', 'by/colour'] });
    for (const namespace of ['minerals', 'amber']) rebuildNamespace({ island, namespace, now: NOW });
    return island;
  }

  it.each<[string, string, Scope]>([
    ['amber', 'amber', {}],
    ['minerals/data', 'minerals', { schema: 'data' }],
    ['providers/minerals/maps', 'minerals', { schema: 'maps' }],
    ['amber/tool/getItems', 'amber', { schema: 'data', tool: 'getItems' }],
    ['amber/tool/by/colour', 'amber', { schema: 'data', tool: 'by/colour' }],
    ['minerals/tool/maps.data', 'minerals', { schema: 'maps', tool: 'data' }],
    // As node ids and prompt ids, the way commands print them.
    ['minerals/schemas.maps', 'minerals', { schema: 'maps' }],
    ['minerals/schemas.maps.toolsAggregate', 'minerals', { schema: 'maps' }],
    ['minerals/tools-aggregate-schema/maps', 'minerals', { schema: 'maps' }],
    ['providers/minerals/schemas.maps.tools.getItems', 'minerals', { schema: 'maps', tool: 'getItems' }],
    ['minerals/single-test/maps.getItems', 'minerals', { schema: 'maps', tool: 'getItems' }],
    ['minerals/maps.getItems', 'minerals', { schema: 'maps', tool: 'getItems' }],
    ['amber/schemas.data.tools.by/colour', 'amber', { schema: 'data', tool: 'by/colour' }],
  ])('%s is one node', async (name, id, scope) => {
    expect(await resolve([name], openParts())).toMatchObject({ targets: [{ id, scope }], problems: [] });
    expect((await resolve([name], openParts())).targets).toHaveLength(1);
  });

  it.each([
    ['minerals/rocks', 'TGT-001'],
    ['minerals/rocks/getItems', 'TGT-001'],
    ['amber/tool/getStones', 'TGT-001'],
    ['amber/tool', 'TGT-001'],
    ['minerals/tool/rocks.data', 'TGT-001'],
    ['minerals/tool/data', 'TGT-002'],
    ['minerals/rocks.getItems', 'TGT-001'],
    ['minerals/about', 'TGT-010'],
    ['minerals/about-namespace/minerals', 'TGT-010'],
    ['minerals/description', 'TGT-010'],
    ['schemas.rocks', 'TGT-001'],
  ])('%s is nothing, and not what it lies in: %s', async (name, code) => {
    expect(await resolve([name], openParts())).toMatchObject({ targets: [], problems: [[code, {}]] });
  });
});

it('a tool where a schema is wanted is suggested with its namespace', async () => {
  const island = memoryIsland();
  putProvider(island, { namespace: 'minerals', schemas: ['data', 'maps'], tools: ['getItem2', 'getItems'] });
  rebuildNamespace({ island, namespace: 'minerals', now: NOW });
  for (const [name, said] of [
    ['minerals/getItems', 'Did you mean minerals/tool/getItems?'],
    ['minerals/getItem', 'Did you mean minerals/tool/getItem2 or minerals/tool/getItems?'],
    ['minerals/map', 'Did you mean minerals/maps?'],
  ]) {
    expect((await resolve([name ?? ''], island)).problems).toMatchObject([['TGT-001', { suggestion: said }]]);
  }
});

describe('a name that was resolved', () => {
  it('is taken as it is, but for a single test', async () => {
    const island = openIsland();
    expect((await resolveTargets(island, [GARNETS])).targets).toEqual([GARNETS]);
    const test = namespaceTarget('amber', { schema: 'data', tool: 'getItems', test: 1 });
    expect((await resolveTargets(island, [test])).problems.map(({ code }) => code)).toEqual(['TGT-008']);
  });
});

describe('a node without its namespace', () => {
  it.each([
    ['schemas.maps', 'minerals/schemas.maps'],
    ['maps.getItems', 'minerals/maps.getItems'],
    ['single-test/data.getItems', 'amber/single-test/data.getItems or minerals/single-test/data.getItems'],
  ])('%s is shown with it', async (name, candidates) => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'minerals', schemas: ['data', 'maps'], tools: ['getItems'] });
    putProvider(island, { namespace: 'amber', tools: ['getItems'] });
    for (const namespace of ['minerals', 'amber']) rebuildNamespace({ island, namespace, now: NOW });
    expect((await resolve([name], island)).problems).toEqual([['TGT-011', { target: name, candidates }]]);
  });

  it('is looked for in the indexes that can be read', async () => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'minerals', schemas: ['maps'] });
    rebuildNamespace({ island, namespace: 'minerals', now: NOW });
    putProvider(island, { namespace: 'amber' });
    island.replace('providers/amber/index.json', '{');
    expect((await resolve(['schemas.maps'], island)).problems).toMatchObject([['TGT-011', {}]]);
  });
});

describe('all targets', () => {
  it('are the namespaces and then the selections, each sorted, because selections rest on them', async () => {
    const { targets, problems } = await resolveTargets(openIsland(), [], { all: true });
    expect(problems).toEqual([]);
    expect(targets.map(({ name }) => name)).toEqual([
      'providers/amber',
      'providers/basalt',
      'providers/minerals',
      'selections/garnets',
      'selections/minerals',
    ]);
  });

  it('of an empty island are none, which is reported', async () => {
    const { targets, problems } = await resolveTargets(memoryIsland(), [], { all: true });
    expect([targets, problems.map(({ code }) => code)]).toEqual([[], ['TGT-004']]);
  });
});

describe('eachTarget', () => {
  it('lets waiting events, such as a signal, run between two targets', async () => {
    const seen: string[] = [];
    await eachTarget(['a', 'b'], [], (name) => {
      seen.push(name);
      setImmediate(() => seen.push(`turn after ${name}`));
    });
    expect(seen.slice(0, 3)).toEqual(['a', 'turn after a', 'b']);
  });

  it('continues after a target with a problem, and reports the problem', async () => {
    const errors: Parameters<typeof eachTarget>[1] = [];
    const results = await eachTarget(['a', 'b', 'c'], errors, (name, at) => {
      if (name === 'b') throw fatal('TGT-005', undefined, { target: name });
      return `${at} ${name}`;
    });
    expect(results).toEqual(['0 a', '2 c']);
    expect(errors.map(({ code }) => code)).toEqual(['TGT-005']);
  });
});
