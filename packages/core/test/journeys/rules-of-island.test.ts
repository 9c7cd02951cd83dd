// Which rules an island follows: those of rules.json, which only the first import writes; every door reads them.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { GradingImport, PreConditionCheck, RebuildIndex, SourceSnapshot } from '../../src/index.js';
import { Island } from '../../src/island/island.js';
import { versionsOf } from '../../src/spec/books/registered.js';
import { gradingLayer, registerLayers } from '../spec/books/registered-layers.js';
import { FailingFiles } from './failing-files.js';
import { openWorkplace, type Workplace } from './workplace.js';

const FIRST = {
  gradingSpec: 'gradingSpec/2.0.0',
  scoringSystem: 'scoringSystem/1.0.0',
  gradingSystem: 'gradingSystem/1.0.0',
};
const THIRD = { ...FIRST, gradingSpec: 'gradingSpec/3.0.3' };
const rulesOf = (place: Workplace) => versionsOf(place.island().book);
const written = (place: Workplace) => place.island().readText('rules.json');

describe('a new island', () => {
  it('has the default rules, and says so in no file', async () => {
    using _ = registerLayers({ grading: gradingLayer('1.1.0') });
    await using place = await openWorkplace();
    expect(await place.import()).not.toHaveProperty('chosen');
    expect([written(place), rulesOf(place)]).toEqual([null, FIRST]);
  });

  it.each([['3.0.3'], ['3.0'], ['gradingSpec/3.0.0'], ['gradingSystem/1.0.0', '3.0.3']])(
    'takes the rules that are asked for: %s',
    async (...rules) => {
      await using place = await openWorkplace();
      expect((await place.import('demo', { rules, rulesOfNew: ['2.0.0'] })).chosen).toEqual(THIRD);
      expect(written(place)).toBe(`${JSON.stringify(THIRD, null, 2)}\n`);
      expect(place.index().summary.gradingSpec).toBe('gradingSpec/3.0.3');
    },
  );

  it('takes those for new islands, where none are asked for', async () => {
    await using place = await openWorkplace();
    expect((await place.import('demo', { rulesOfNew: ['3.0.3'] })).chosen).toEqual(THIRD);
    expect(rulesOf(place)).toEqual(THIRD);
  });

  it('writes no file for the default rules, even if they are asked for', async () => {
    await using place = await openWorkplace();
    expect(
      (await place.import('demo', { rules: Object.values(FIRST), rulesOfNew: ['3.0.3'] })).chosen,
    ).toBeUndefined();
    expect([written(place), rulesOf(place)]).toEqual([null, FIRST]);
  });

  it('gets its rules before anything else', async () => {
    await using place = await openWorkplace();
    const files = new FailingFiles(2, /^create .*island\/(?!\.gitignore)/);
    await place.import('demo', { rules: ['3.0.3'], island: place.island(files) }).catch(() => null);
    expect(files.tried.filter((one) => one.startsWith('create'))[0]).toContain('.gitignore');
    expect(files.tried.filter((one) => one.startsWith('create'))[1]).toContain('rules.json');
    expect(rulesOf(place)).toEqual(THIRD);
  });

  it('is not begun by a dry run, or by an import without anything to grade', async () => {
    await using place = await openWorkplace({ demo: {} });
    expect(await place.import('demo', { rules: ['3.0.3'] })).not.toHaveProperty('chosen');
    expect(place.island().kind('.')).toBeNull();
    await using notes = await openWorkplace({
      demo: { 'clerk.mjs': "export const agent = { model: 'm' };" },
    });
    expect(await notes.import('demo', { rules: ['3.0.3'] })).not.toHaveProperty('chosen');
    expect(notes.island().kind('.')).toBeNull();
    await using other = await openWorkplace();
    expect((await other.import('demo', { rules: ['3.0.3'], dryRun: true })).chosen).toEqual(THIRD);
    expect(other.island().kind('.')).toBeNull();
  });

  it.each([
    [['4.0.0'], 'RUL-002'],
    [['3.0.3', '2.0.0'], 'RUL-003'],
    [['3.0.3', 'gradingSystem/1.1.0'], 'RUL-003'],
  ])('is refused the rules %s (%s)', async (rules, code) => {
    using _ = registerLayers({ grading: gradingLayer('1.1.0') });
    await using place = await openWorkplace();
    await expect(place.import('demo', { rules })).rejects.toThrow(code);
    await expect(place.import('demo', { rulesOfNew: rules })).rejects.toThrow(code);
    expect(place.island().kind('.')).toBeNull();
  });
});

describe('an island that exists', () => {
  it('keeps its rules: others are refused (RUL-001), and those for new islands do not matter', async () => {
    await using place = await openWorkplace();
    await place.import();
    const before = [...place.tree()];
    await expect(place.import('demo', { rules: ['3.0.3'] })).rejects.toThrow(
      'RUL-001: this island follows gradingSpec/2.0.0, scoringSystem/1.0.0, gradingSystem/1.0.0, not gradingSpec/3.0.3',
    );
    await expect(place.import('demo', { rules: ['9'] })).rejects.toThrow('RUL-002');
    expect((await place.import('demo', { rulesOfNew: ['3.0.3'], dryRun: true })).status).toBe(true);
    expect((await place.import('demo', { rulesOfNew: ['3.0.3'] })).status).toBe(true);
    expect((await place.import('demo', { rules: ['2.0.0'] })).status).toBe(true);
    expect([...place.tree()]).toEqual(before);
  });

  it('compares only the versions that are named', async () => {
    await using place = await openWorkplace();
    await place.import('demo', { rules: ['3.0.3'] });
    using _ = registerLayers({ grading: gradingLayer('1.1.0', { specs: ['gradingSpec/3.0.3'] }) });
    expect((await place.import('demo', { rules: ['3.0'] })).status).toBe(true);
    await expect(place.import('demo', { rules: ['2.0.0'] })).rejects.toThrow('RUL-001');
  });

  it('has its rules even before anything was imported', async () => {
    await using place = await openWorkplace();
    await place.write('island/rules.json', JSON.stringify(THIRD));
    await expect(place.import('demo', { rules: ['2.0.0'] })).rejects.toThrow('RUL-001');
    await place.import('demo', { rulesOfNew: ['2.0.0'] });
    expect(place.index().summary.gradingSpec).toBe('gradingSpec/3.0.3');
  });
});

describe('a rules.json that cannot be used', () => {
  const { gradingSystem: _, ...two } = THIRD;
  it.each([
    ['', 'a JSON object with exactly gradingSpec, scoringSystem, gradingSystem was expected'],
    ['{', 'a JSON object'],
    ['[]', 'a JSON object'],
    ['null', 'a JSON object'],
    [JSON.stringify(two), 'a JSON object'],
    [JSON.stringify({ ...THIRD, note: 'x' }), 'a JSON object'],
    [JSON.stringify(THIRD).replace('{', '{"gradingSpec":"gradingSpec/2.0.0",'), 'a JSON object'],
    [JSON.stringify({ ...THIRD, gradingSpec: 3 }), 'a JSON object'],
    [JSON.stringify({ ...THIRD, gradingSpec: '3.0.3' }), 'does not know 3.0.3, '],
    [JSON.stringify({ ...THIRD, gradingSpec: 'gradingSpec/9.0.0' }), 'does not know gradingSpec/9.0.0, '],
  ])('%s: RUL-004, and nothing is read or written', async (text, reason) => {
    await using place = await createFixture({ 'rules.json': text });
    expect(() => new Island(place.path)).toThrow(`RUL-004: the rules of this island cannot be told: `);
    expect(() => new Island(place.path)).toThrow(reason);
  });

  it('stops every function of a program that opens the island', async () => {
    await using place = await openWorkplace();
    await place.import();
    await place.write('island/rules.json', '{}');
    const before = [...place.tree()];
    const gradingDataRoot = place.root;
    const namespaceDir = place.path('island/providers/demo');
    const found = [
      await GradingImport.run({ providerPath: place.path('demo'), gradingDataRoot }),
      await RebuildIndex.rebuildNamespaceIndex({ namespaceDir }),
      await PreConditionCheck.check({ gradingDataRoot, namespace: 'demo' }),
      await SourceSnapshot.listForNamespace({ gradingDataRoot, namespace: 'demo' }),
    ];
    for (const { errors } of found) expect(errors).toEqual([expect.stringContaining('RUL-004')]);
    expect([...place.tree()]).toEqual(before);
  });
});

it('a program works under the rules of the island that it opens', async () => {
  await using place = await openWorkplace();
  await place.import('demo', { rules: ['3.0.3'] });
  await place.fixture.rm('island/providers/demo/index.json');
  const namespaceDir = place.path('island/providers/demo');
  await RebuildIndex.rebuildNamespaceIndex({ namespaceDir });
  expect(place.index().summary.gradingSpec).toBe('gradingSpec/3.0.3');
});
