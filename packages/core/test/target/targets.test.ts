// Names from the user become targets of the island: namespaces and selections, kept apart if they share a name; one after the other is worked on.
import { describe, expect, it } from 'vitest';
import type { Island } from '../../src/island/island.js';
import { fatal } from '../../src/problems/error-codes.js';
import { selectionTarget } from '../../src/target/logic/target.js';
import { eachTarget, resolveTargets } from '../../src/target/targets.js';
import { memoryIsland, putGroup, putProvider, putSelection } from '../journeys/selection-island.js';

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
