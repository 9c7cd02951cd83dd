// Sources are validated without an import.
import { dirname, relative } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateSources } from '../../../src/features/import/validate.js';
import { definitionOf, selectionFiles, skillSource } from '../../journeys/selection-sources.js';
import { buildGoodMain, GOOD_LISTS, printModule } from '../../rules/schema/good-schema.js';

let fixture: Awaited<ReturnType<typeof createFixture>>;
const good = buildGoodMain();
const { resources: _, ...rest } = good;
const plain = printModule({ ...rest, sharedLists: [], tools: { sendReport: good.tools.sendReport } });
const LIST = JSON.stringify({ meta: { name: 'rates', version: '1.0.0' }, entries: [{ code: 'A' }] });

beforeAll(async () => {
  const { name, version, entries } = GOOD_LISTS[0] ?? { name: '', version: '', entries: [] };
  fixture = await createFixture({
    'providers/weather/good.mjs': printModule(good),
    'providers/weather/resources/weather-about.md': '# Weather\n',
    'providers/weather/old.mjs': printModule({ ...good, version: '3.0.0' }),
    'providers/weather/_lists/stations.mjs': `export const list = ${JSON.stringify({ meta: { name, version }, entries })};`,
    'providers/mixed/a.mjs': printModule({ ...good, namespace: 'one', sharedLists: [] }),
    'providers/mixed/b.mjs': printModule({ ...good, namespace: 'two' }),
    'providers/broken/cut.mjs': 'export const main = {\n  namespace: "broken",\n',
    'providers/broken/odd name.mjs': printModule(good),
    'providers/_lists/noise.mjs': 'export const list = {};',
    'hidden/providers/weather/good.mjs': printModule({ ...rest }),
    'hidden/providers/_lists/stations.mjs': `export const list = ${JSON.stringify({ meta: { name, version }, entries })};`,
    'hidden/_lists/stations.mjs': `export const list = ${JSON.stringify({ meta: { name, version }, entries: entries.slice(1) })};`,
    'twice/a/good.mjs': plain,
    'twice/b/good.mjs': plain,
    'kinds/provider/good.mjs': plain,
    'others/clerk.mjs': "export const main = { version: '4.0.0', model: 'm', systemPrompt: 's' };",
    'others/entry.json': '{ "gradingId": "a", "gradings": [] }',
    'others/rates.mjs': 'export const RATES = [];\nexport const rateOf = () => RATES;',
    'kinds/_lists/good.mjs': `export const list = ${LIST};`,
    'kinds/_lists/good.json': LIST,
    'kinds/_lists/broken.mjs': 'export const list = call();',
    'kinds/skills/bad.mjs': `export const skill = ${JSON.stringify({ ...skillSource('good-deed', 'L3'), name: 1, version: 1 })};`,
    'kinds/skills/good-deed.mjs': `export const skill = ${JSON.stringify(skillSource('good-deed', 'L3'))};`,
  });
});
afterAll(() => fixture.rm());

const validate = async (path: string, strict = false) => {
  const { status, results, errors } = await validateSources({ paths: [fixture.getPath(path)], strict });
  const shown = results.map(({ file, problems, ...rest }) => ({
    file: relative(fixture.path, file),
    ...rest,
    codes: problems.map(({ code }) => code),
  }));
  return { status, results: shown, errors: errors.map(({ code }) => code) };
};

describe('validateSources', () => {
  it('judges each file of a folder, with the lists beside it', async () => {
    expect(await validate('providers/weather')).toEqual({
      status: false,
      results: [
        { file: 'providers/weather/good.mjs', namespace: 'weather', status: true, codes: [] },
        { file: 'providers/weather/old.mjs', namespace: 'weather', status: false, codes: ['SRC-011'] },
      ],
      errors: ['LST-101', 'SRC-011'],
    });
  });

  it('finds two namespaces in one folder, and reports missing lists', async () => {
    const { results, errors } = await validate('providers/mixed');
    expect(errors).toEqual(['LST-101', 'IMP-005', 'VAL048']);
    expect(results.map(({ codes }) => codes)).toEqual([['VAL048'], ['VAL072', 'ABT-007', 'ABT-002']]);
    expect(results.map(({ status }) => status)).toEqual([false, true]);
  });

  it('passes a file that has warnings only', async () => {
    const { status, results } = await validate('providers/weather/good.mjs');
    expect({ status, results }).toMatchObject({ status: true, results: [{ status: true }] });
  });

  it('turns warnings into a refusal when strict', async () => {
    const { results } = await validate('providers/mixed/b.mjs', true);
    expect(results).toMatchObject([{ status: false, codes: ['VAL072'] }]);
  });

  it('reports files that cannot be read or named, and continues', async () => {
    const { results } = await validate('providers/broken');
    expect(results).toMatchObject([
      { status: false, namespace: null, codes: ['SRC-001'] },
      { status: false, namespace: 'weather', codes: ['IMP-003', 'VAL072', 'ABT-002'] },
    ]);
  });

  it('validates all of them at once and reports each broken list once', async () => {
    const { results, errors } = await validate('providers');
    expect(results).toHaveLength(6);
    expect(errors).toEqual(['LST-101', 'IMP-005', 'IMP-019', 'SRC-001', 'IMP-003', 'VAL048', 'SRC-011']);
  });

  it('judges a selection, its skills and its About, but not the targets of its references', async () => {
    const { 'skills/find-stones.mjs': find = '', ...files } = selectionFiles();
    const inline = { ...skillSource('cut-stones', 'L3'), output: '' };
    const skills = [{ file: 'skills/find-stones.mjs' }, { file: 'skills/sort-stones.mjs' }, inline];
    for (const [name, text] of Object.entries({
      ...files,
      'selection.json': JSON.stringify({ ...definitionOf(), skills }),
      'skills/find-stones.mjs': find.replace('"selection"', '"namespace"'),
      'resources/stones-about.md': ' ',
    })) {
      await fixture.mkdir(dirname(`stones/${name}`));
      await fixture.writeFile(`stones/${name}`, text);
    }
    expect(await validate('stones')).toEqual({
      status: false,
      results: [
        {
          file: 'stones/selection.json',
          namespace: 'quarry',
          status: false,
          codes: ['SEL004', 'ABT-005', 'SKL011'],
        },
        { file: 'stones/skills/find-stones.mjs', namespace: 'quarry', status: false, codes: ['GATE-012'] },
        { file: 'stones/skills/sort-stones.mjs', namespace: 'quarry', status: true, codes: [] },
      ],
      errors: ['SKL011', 'GATE-012'],
    });
  });

  it('holds schemas to the named Schemas-Spec, and to that of the default rules without a name', async () => {
    const { getReport, ...others } = good.tools;
    const { meta: _, ...bare } = getReport;
    const text = printModule({ ...good, sharedLists: [], tools: { getReport: bare, ...others } });
    await fixture.mkdir('bare');
    await fixture.writeFile('bare/weather.mjs', text);
    const paths = [fixture.getPath('bare/weather.mjs')];
    const holds = async (schemasSpec?: '4.2' | '4.3') => {
      const { results } = await validateSources({ paths, schemasSpec });
      return results[0]?.problems.some(({ code }) => code === 'VAL100');
    };
    expect([await holds(), await holds('4.2'), await holds('4.3')]).toEqual([true, true, false]);
  });

  it('names a path that leads nowhere', async () => {
    expect(await validate('nowhere')).toEqual({ status: false, results: [], errors: ['IMP-001'] });
  });
});

describe('two folders of one namespace', () => {
  it('are told as an import would tell them, and each file all the same', async () => {
    const { results, errors } = await validateSources({
      paths: ['twice/a', 'twice/b'].map((path) => fixture.getPath(path)),
    });
    expect(results.map(({ status }) => status)).toEqual([true, true]);
    expect(errors).toMatchObject([
      {
        code: 'IMP-019',
        where: { file: fixture.getPath('twice/b') },
        args: { namespace: 'weather', other: fixture.getPath('twice/a') },
      },
    ]);
  });

  it('are no problem if a file of the same namespace is named alone', async () => {
    const paths = ['twice/a', 'twice/b/good.mjs'].map((path) => fixture.getPath(path));
    expect((await validateSources({ paths })).errors).toEqual([]);
  });
});

describe('files that are neither schemas nor selections', () => {
  it('are checked as what they are: lists and skills', async () => {
    expect(await validate('kinds/_lists')).toEqual({
      status: false,
      results: [
        { file: 'kinds/_lists/broken.mjs', namespace: null, status: false, codes: ['LST-101'] },
        { file: 'kinds/_lists/good.mjs', namespace: null, status: true, codes: [] },
      ],
      errors: ['LST-101'],
    });
    expect((await validate('kinds/_lists/good.json')).results).toMatchObject([{ status: true, codes: [] }]);
    const { results } = await validate('kinds/skills');
    expect(results).toMatchObject([
      { file: 'kinds/skills/bad.mjs', status: false, codes: ['SKL002', 'SKL004'] },
      { file: 'kinds/skills/good-deed.mjs', status: true, codes: [] },
    ]);
  });

  it('are skipped otherwise, which is neither valid nor invalid', async () => {
    const { status, results, errors } = await validateSources({
      paths: ['others/clerk.mjs', 'others/entry.json', 'twice/a'].map((path) => fixture.getPath(path)),
    });
    const skipped = results.filter((result) => result.skipped);
    expect(skipped.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['SRC-012'],
      ['SRC-013'],
    ]);
    expect([status, results.length, errors]).toEqual([true, 3, []]);
  });

  it.each([['others/clerk.mjs'], ['others/entry.json']])('are nothing to check alone: %s', async (path) => {
    expect(await validate(path)).toMatchObject({ status: false, errors: ['IMP-023'] });
  });

  it('are told with their exports if nothing else is known of them', async () => {
    const { results } = await validateSources({ paths: [fixture.getPath('others/rates.mjs')] });
    expect(results).toMatchObject([
      { status: false, problems: [{ code: 'VAL001', args: { found: 'RATES, rateOf' } }] },
    ]);
  });

  it('may be lists of which one hides another', async () => {
    const paths = ['hidden/providers/weather', 'hidden/_lists'].map((path) => fixture.getPath(path));
    const { errors, results } = await validateSources({ paths });
    expect(errors.map(({ code, where }) => `${code} ${relative(fixture.path, where?.file ?? '')}`)).toEqual([
      'LST-102 hidden/_lists/stations.mjs',
    ]);
    expect(errors[0]?.args?.used).toBe(fixture.getPath('hidden/providers/_lists/stations.mjs'));
    expect(results).toHaveLength(2);
  });

  it('count once where a skill is named beside its folder', async () => {
    const files = { 'sendReport.mjs': plain, 'skills/good-deed.mjs': 'export const skill = {};' };
    await using place = await createFixture(files);
    const paths = ['.', 'skills/good-deed.mjs'].map((path) => place.getPath(path));
    const { results } = await validateSources({ paths });
    expect(results.map(({ file }) => relative(place.path, file))).toEqual([
      'sendReport.mjs',
      'skills/good-deed.mjs',
    ]);
  });

  it('are told once where a broken list is also beside a provider', async () => {
    const paths = ['kinds/_lists', 'kinds/provider'].map((path) => fixture.getPath(path));
    const { errors } = await validateSources({ paths });
    expect(errors.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['LST-101 error']);
  });
});

describe('a key', () => {
  const key = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');
  const listOf = (name: string) =>
    JSON.stringify({ meta: { name, version: '1.0.0' }, entries: [{ code: key }] });
  const sharedLists = [{ ref: 'rates', version: '1.0.0' }];
  const referring = printModule({ ...rest, sharedLists, tools: { sendReport: good.tools.sendReport } });

  it.each([
    ['that a schema refers to', { 'p/a.mjs': referring, '_lists/rates.json': listOf('rates') }, ['p'], 1],
    ['that no schema refers to', { 'p/a.mjs': plain, '_lists/rates.json': listOf('rates') }, ['p'], 0],
    ['that is named', { '_lists/rates.json': listOf('rates') }, ['_lists/rates.json'], 1],
    [
      'that is named and referred to',
      { 'p/a.mjs': referring, '_lists/rates.json': listOf('rates') },
      ['p', '_lists/rates.json'],
      1,
    ],
  ])('in a list %s', async (_, files, paths, count) => {
    await using place = await createFixture({ ...files });
    const { errors } = await validateSources({ paths: paths.map((path) => place.getPath(path)) });
    const told = errors.filter(({ code }) => code === 'GATE-025');
    expect(told.map(({ where }) => relative(place.path, where?.file ?? ''))).toEqual(
      Array(count).fill('_lists/rates.json'),
    );
  });

  it('is told nowhere, wherever it stands in a file', async () => {
    const main = {
      ...rest,
      ...{ namespace: key, version: key, root: `https://${key}`, tags: [key], [key]: 1 },
      ...{ requiredServerParams: [key], headers: { [key]: `{{${key}}}` } },
      tools: {
        [key]: good.tools.sendReport,
        b: { ...good.tools.sendReport, path: `/{{${key}}}`, method: key },
      },
    };
    await using place = await createFixture({
      'p/a.mjs': printModule(main),
      'p/b.mjs': `export const ${key} = 1;`,
    });
    const { results, errors } = await validateSources({ paths: [place.getPath('p')] });
    expect(results[0]?.problems.length).toBeGreaterThan(8);
    expect(JSON.stringify([results, errors])).not.toContain(key.slice(0, 9));
    expect(results[0]?.namespace).toBe('[looks like a key, left out]');
  });
});

describe('the name of a folder', () => {
  const problemsOf = async (path: string, schemasSpec?: '4.2' | '4.3') => {
    const { status, errors } = await validateSources({ paths: [fixture.getPath(path)], schemasSpec });
    return { status, errors: errors.filter(({ code }) => code === 'VAL019') };
  };

  it('has to be the namespace of its schemas under Schemas-Spec 4.3', async () => {
    await fixture.mkdir('providers/rain');
    await fixture.writeFile('providers/rain/good.mjs', printModule({ ...good, sharedLists: [] }));
    const namespace = String(good.namespace);
    expect((await problemsOf('providers/rain', '4.3')).errors).toMatchObject([
      { where: { file: fixture.getPath('providers/rain') }, args: { folder: 'rain', namespace } },
    ]);
    expect((await problemsOf('providers/rain', '4.2')).errors).toEqual([]);
    expect((await problemsOf('providers/rain')).errors).toEqual([]);
  });

  it('says nothing where it is the namespace, where none is known, or of a file that is named alone', async () => {
    const own = `named/${String(good.namespace)}`;
    await fixture.mkdir(own);
    await fixture.writeFile(`${own}/good.mjs`, printModule({ ...good, sharedLists: [] }));
    for (const path of [own, 'providers/broken/cut.mjs', 'providers/rain/good.mjs']) {
      expect((await problemsOf(path, '4.3')).errors).toEqual([]);
    }
  });
});
