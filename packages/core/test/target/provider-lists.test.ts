// A list belongs to the provider that brought it: other providers' tests do not change, and a change makes its own
// tools due.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateSources } from '../../src/features/import/validate.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import type { SchemaFacts } from '../../src/spec/facts.js';
import type { ParameterDefinition } from '../../src/spec/schema-main.js';
import { fillScores } from '../journeys/filled-scores.js';
import { askedIds, forgetLines, grade, openImported } from '../journeys/graded-place.js';
import { pathsOf } from '../journeys/island-tree.js';
import { type MockProvider, startMockProvider } from '../journeys/mock-provider.js';
import { schemaText, toolAt } from '../journeys/provider-sources.js';
import { codesOf, type Workplace } from '../journeys/workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const byList: ParameterDefinition = {
  position: { key: 'chain', value: '{{USER_PARAM}}', location: 'query' },
  z: { primitive: 'enum({{chains:alias}})', options: [] },
};
const schema = (namespace = 'demo', name = 'alpha') =>
  schemaText({
    namespace,
    name,
    sharedLists: [{ ref: 'chains', version: '1.0.0' }],
    tools: {
      getItems: toolAt('/ok', {
        parameters: [byList],
        tests: ['eth', 'btc'].map((chain) => ({ _description: `Items of ${chain}`, chain })),
      }),
    },
  });
const list = (aliases: readonly string[]) =>
  `export const list = ${JSON.stringify({
    meta: {
      name: 'chains',
      version: '1.0.0',
      description: 'Chains.',
      fields: [{ key: 'alias', type: 'string' }],
    },
    entries: aliases.map((alias) => ({ alias })),
  })}\n`;

const SOURCES = {
  demo: {
    'alpha.mjs': schema(),
    'plain.mjs': schemaText({ name: 'plain', tools: { getAll: toolAt('/ok') } }),
    '_lists/chains.mjs': list(['eth', 'btc']),
  },
};
const CHANGED = 'shared list chains changed, re-grade required';

async function openGraded(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, SOURCES);
  await grade(place);
  return place;
}

async function changeList(place: Workplace, aliases: readonly string[]) {
  await place.write('demo/_lists/chains.mjs', list(aliases));
  const { results } = await place.import();
  return codesOf(results[0]?.warnings ?? []).filter((code) => code.startsWith('LST'));
}

const toolOf = (place: Workplace) => place.index().schemas.alpha?.tools.getItems;
const factsOf = (place: Workplace) => place.json<SchemaFacts>('providers/demo/alpha/summary.json');
async function damageOf(place: Workplace): Promise<string[]> {
  const { errors, results } = await verifyTargets({
    island: place.island(),
    targets: [],
    all: true,
    now: () => place.now,
  });
  return [...errors, ...results.flatMap(({ warnings }) => warnings)].map(({ code }) => code);
}

describe('two providers with one list of the same name and version', () => {
  it('are each tested with their own, and both are reported', async () => {
    await using place = await openImported(provider.origin, {
      ...SOURCES,
      other: { 'beta.mjs': schema('other', 'beta'), '_lists/chains.mjs': list(['eth', 'btc', 'sol']) },
    });
    const barOf = async (target: string) => {
      const { results } = await place.emit(target, { onConflict: 'overwrite', scope: 'all' });
      return results[0]?.pretests.find(({ tool }) => tool === 'getItems')?.bar;
    };
    expect(await barOf('demo')).toBe(2);
    const { results } = await place.import('other');
    const told = results[0]?.warnings.filter(({ code }) => code.startsWith('LST'));
    expect(told).toMatchObject([
      {
        code: 'LST-103',
        where: { file: place.path('other/_lists/chains.mjs') },
        args: { list: 'chains', version: '1.0.0', others: 'demo' },
      },
    ]);
    expect([await barOf('demo'), await barOf('other')]).toEqual([2, 3]);
    const again = await place.import('demo');
    expect(codesOf(again.results[0]?.warnings ?? [])).toContain('LST-103');
    expect(toolOf(place)?.status).toBe('pending');
  });

  it('are not reported if the lists are equal', async () => {
    await using place = await openImported(provider.origin, {
      ...SOURCES,
      other: { 'beta.mjs': schema('other', 'beta'), '_lists/chains.mjs': list(['eth', 'btc']) },
    });
    const { results } = await place.import('other');
    expect(codesOf(results[0]?.warnings ?? []).filter((code) => code.startsWith('LST'))).toEqual([]);
  });

  it('as one provider with two lists: the nearer one is used, and the other one is named', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.write('_lists/chains.mjs', list(['eth']));
    const { results } = await place.import();
    expect(results[0]?.warnings).toContainEqual(
      expect.objectContaining({
        code: 'LST-102',
        where: { file: place.path('_lists/chains.mjs') },
        args: { list: 'chains', version: '1.0.0', used: place.path('demo/_lists/chains.mjs') },
      }),
    );
    const validated = await validateSources({ paths: [place.path('demo')] });
    expect(codesOf(validated.errors)).toEqual(['LST-102']);
  });
});

describe('a list that changes', () => {
  it('makes the tools of schemas that refer to it due, like a changed schema', async () => {
    await using place = await openGraded();
    const hash = factsOf(place).lists?.['chains@1.0.0'];
    expect(hash).toMatch(/^[0-9a-f]{8}$/);
    expect(await changeList(place, ['btc', 'eth'])).toEqual(['LST-104']);
    const { alpha, plain } = place.index().schemas;
    expect([alpha?.tools.getItems, alpha?.toolsAggregate]).toMatchObject([
      { status: 'pending', reason: CHANGED },
      { status: 'pending', reason: CHANGED },
    ]);
    expect(alpha?.tools.getItems).not.toHaveProperty('grade');
    expect(plain?.status).toBe('stable');
    expect(await damageOf(place)).toEqual([]);

    place.wait();
    const { asked, emitted } = await grade(place);
    expect(asked).toEqual(['single-test/alpha.getItems', 'tools-aggregate-schema/alpha']);
    expect(emitted.pretests).toMatchObject([{ schema: 'alpha', tool: 'getItems', working: 2 }]);
    expect(factsOf(place).lists?.['chains@1.0.0']).not.toBe(hash);
    await place.rebuild();
    expect(toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
    expect(await damageOf(place)).toEqual([]);
  });

  it('blocks a tool that then has too few tests', async () => {
    await using place = await openGraded();
    await changeList(place, ['eth', 'btc', 'sol']);
    place.wait();
    expect(await askedIds(place)).toEqual([]);
    expect(toolOf(place)).toMatchObject({ status: 'blocked', reason: expect.stringContaining('2 of 3') });
  });

  it('that returns to its content without a grade in between keeps the grades', async () => {
    await using place = await openGraded();
    await changeList(place, ['eth', 'btc', 'sol']);
    place.wait();
    expect(await changeList(place, ['eth', 'btc'])).toEqual(['LST-104']);
    expect(toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('counts as changed whatever the clock shows', async () => {
    await using place = await openGraded();
    place.wait(-3600);
    await changeList(place, ['btc', 'eth']);
    expect(toolOf(place)).toMatchObject({ status: 'pending', reason: CHANGED });
    await grade(place);
    expect(toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('refuses a hand-in to prompts made with the earlier list', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.emit();
    const scores = fillScores(place.prompts());
    await changeList(place, ['btc', 'eth']);
    const { errors } = await place.consume(scores);
    expect(errors.map(({ code, args }) => [code, args?.subject])).toEqual([
      ['SCR-014', 'alpha.getItems'],
      ['SCR-014', 'alpha'],
    ]);
    const { results } = await place.emit();
    expect(results[0]?.skipped).toBe(false);
    expect((await place.consume(fillScores(place.prompts()))).errors).toEqual([]);
  });

  it('makes a vetoed tool due, like other content of its schema', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.emit();
    const veto = {
      triggeredBy: 'illegal-content',
      evidence: 'it is not lawful',
      reasoning: 'as the case says',
    } as const;
    const scores = fillScores(place.prompts(), {
      areas: (areas) => areas.map((area) => (area.subject === 'alpha.getItems' ? { ...area, veto } : area)),
    });
    expect((await place.consume(scores)).errors).toEqual([]);
    expect(toolOf(place)).toMatchObject({ status: 'rejected', boundTo: expect.any(String) });
    place.wait();
    expect(await askedIds(place)).not.toContain('single-test/alpha.getItems');
    place.wait();
    await changeList(place, ['btc', 'eth']);
    expect(toolOf(place)?.status).toBe('rejected');
    place.wait();
    await grade(place);
    expect(toolOf(place)).toMatchObject({ status: 'stable', grade: 'B' });
  });
});

describe('an island of an earlier version', () => {
  /** Shared lists for all providers, and facts without their hashes. */
  async function openEarlier(): Promise<Workplace & AsyncDisposable> {
    const place = await openGraded();
    const [own = ''] = pathsOf(place.tree(), '/_lists/');
    const text = place.island().readText(own) ?? '';
    await place.write(`island/shared-lists/chains/${own.slice(own.lastIndexOf('/') + 1)}`, text);
    rmSync(place.path('island/providers/demo/_lists'), { recursive: true });
    const { lists: _, ...facts } = factsOf(place);
    await place.write('island/providers/demo/alpha/summary.json', JSON.stringify(facts));
    return place;
  }

  it('keeps its index, its facts and its list', async () => {
    await using place = await openEarlier();
    const before = place.island().readText('providers/demo/index.json');
    await place.rebuild();
    expect(place.island().readText('providers/demo/index.json')).toBe(before);
    const { results } = await place.emit('demo', { scope: 'all', offline: true, onConflict: 'overwrite' });
    expect(results[0]?.promptCount).toBeGreaterThan(0);
    expect(factsOf(place).tools.getItems?.bar).toBe(2);
  });

  it("is not affected by another provider's import", async () => {
    await using place = await openEarlier();
    await place.write('other/beta.mjs', schema('other', 'beta'));
    await place.write('other/_lists/chains.mjs', list(['eth', 'btc', 'sol']));
    await place.import('other');
    await place.emit('demo', { scope: 'all', onConflict: 'overwrite' });
    expect(factsOf(place).tools.getItems?.bar).toBe(2);
    expect(toolOf(place)).toMatchObject({ status: 'stable' });
  });

  it('refuses a hand-in to prompts that it emitted with another list', async () => {
    await using place = await openEarlier();
    await place.emit('demo', { scope: 'all', onConflict: 'overwrite' });
    const scores = fillScores(place.prompts());
    const { subjects, ...state } = place.state();
    const earlier = { ...state, subjects: subjects.map(({ lists: _, ...asked }) => asked) };
    await place.write('island/providers/demo/state.json', JSON.stringify(earlier));
    // That version recorded no line about its run.
    await forgetLines(place, ['run']);
    place.wait();
    await changeList(place, ['btc', 'eth']);
    const { errors } = await place.consume(scores);
    expect(codesOf(errors)).toContain('SCR-014');
  });

  it('is due once an import brings another list, but not for an import of the same list', async () => {
    await using place = await openEarlier();
    expect(await changeList(place, ['eth', 'btc'])).toEqual([]);
    expect(toolOf(place)).toMatchObject({ status: 'stable' });
    expect(pathsOf(place.tree(), '/_lists/')).toHaveLength(1);
    place.wait();
    expect(await changeList(place, ['eth', 'btc', 'sol'])).toEqual(['LST-104']);
    expect(toolOf(place)).toMatchObject({ status: 'pending', reason: CHANGED });
  });

  it('is due at once if the first import brings another list', async () => {
    await using place = await openEarlier();
    expect(await changeList(place, ['eth', 'btc', 'sol'])).toEqual(['LST-104']);
    expect(toolOf(place)).toMatchObject({ status: 'pending', reason: CHANGED });
  });
});

describe('a stored list', () => {
  it('is checked against the journal, its name, and the facts that rest on it', async () => {
    await using place = await openGraded();
    const [own = ''] = pathsOf(place.tree(), '/_lists/');
    await place.write(
      `island/${own}`,
      JSON.stringify({ meta: { name: 'chains', version: '1.0.0' }, entries: [] }),
    );
    const found = await damageOf(place);
    expect(found).toContain('VFY-010');
    expect(found).toContain('VFY-041');
  });

  it('is not used if it cannot be read', async () => {
    await using place = await openGraded();
    const [own = ''] = pathsOf(place.tree(), '/_lists/');
    await place.write(`island/${own}`, '{');
    await place.emit('demo', { scope: 'all', onConflict: 'overwrite' });
    expect(factsOf(place).tools.getItems).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('chains'),
    });
  });
});
