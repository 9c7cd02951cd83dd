// An import reports what it retires, and retires nothing with a grade unless that is allowed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import { grade, oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { importAll, openQuarry, selectionFiles } from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const skillText = (name: string) =>
  `export const skill = ${JSON.stringify({
    name,
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description: 'Reads the items.',
    whenToUse: 'When items are asked for.',
    requires: { tools: ['one.getItems'] },
    output: 'A list.',
    content: 'Call {{tool:one.getItems}}.',
  })}\n`;

const sources = () => ({
  demo: {
    'one.mjs': schemaText({
      name: 'one',
      tools: { getItems: toolAt('/ok') },
      resources: { about: '# Demo\n\nItems.\n' },
    }),
    'two.mjs': oneTool('two'),
    'skills/read-items.mjs': skillText('read-items'),
  },
  other: { 'three.mjs': oneTool('three') },
});

/** Every schema and the skill have a grade. */
async function openGraded(): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, sources());
  await grade(place);
  return place;
}

const ONE = { kind: 'schema', name: 'one', status: 'stable', grade: 'B' };
const TWO = { kind: 'schema', name: 'two', status: 'stable', grade: 'B' };
const SKILL = { kind: 'skill', name: 'one.read-items', status: 'stable', grade: 'B' };
const ABOUT = { kind: 'about', name: 'demo', status: 'pending' };

describe('a folder without some graded schemas', () => {
  it.each([false, true])('is refused, and nothing is written (dry run: %s)', async (dryRun) => {
    await using place = await openGraded();
    const before = place.tree();
    const { status, results, errors } = await place.import('other', { dryRun });
    expect([status, codesOf(errors), exitCodeOf(errors)]).toEqual([false, ['IMP-016'], 1]);
    expect(errors[0]).toMatchObject({
      where: { file: place.path('other') },
      args: { namespace: 'demo', schemas: 'one (B), two (B)' },
    });
    expect(results.flatMap(({ retired }) => retired)).toEqual(dryRun ? [ONE, TWO, SKILL, ABOUT] : []);
    expect(place.tree()).toEqual(before);
  });

  it('is imported with --retire, and lists the retired grades', async () => {
    await using place = await openGraded();
    const { status, results } = await place.import('other', { retire: true });
    expect([status, results[0]?.retired]).toEqual([true, [ONE, TWO, SKILL, ABOUT]]);
    expect(place.index().summary.retired).toEqual(['one', 'two']);
  });

  it('a renamed file retires a graded schema', async () => {
    await using place = await openGraded();
    await place.fixture.mv('demo/two.mjs', 'demo/second.mjs');
    const { errors } = await place.import('demo');
    expect(errors[0]?.args).toMatchObject({ schemas: 'two (B)' });
    const { results } = await place.import('demo', { retire: true });
    expect(results[0]?.retired).toEqual([TWO]);
  });

  it('is refused if a grade is about earlier content', async () => {
    await using place = await openGraded();
    await place.write('demo/two.mjs', oneTool('two', 'Items of another part.'));
    await place.import('demo');
    await place.fixture.rm('demo/two.mjs');
    expect((await place.import('demo')).errors[0]?.args).toMatchObject({ schemas: 'two (pending)' });
  });

  it('is refused whatever the index contains about the missing schema', async () => {
    await using place = await openGraded();
    await place.fixture.rm('island/providers/demo/index.json');
    const { errors } = await place.import('other');
    expect(errors[0]?.args).toMatchObject({ schemas: 'one (B), two (B)' });
  });

  it('is refused for a veto as for a grade', async () => {
    await using place = await openImported(provider.origin, {
      ...sources(),
      demo: {
        'one.mjs': oneTool('one'),
        'bad.mjs': schemaText({
          name: 'bad',
          root: 'https://api.coingecko.com/api',
          docs: ['https://api.coingecko.com/docs'],
          requiredServerParams: ['ETHERSCAN_API_KEY'],
        }),
      },
    });
    await place.emit();
    expect(place.index().schemas.bad?.status).toBe('rejected');
    await place.fixture.rm('demo/bad.mjs');
    expect((await place.import('demo')).errors[0]?.args).toMatchObject({ schemas: 'bad (REJECTED)' });
  });
});

describe('retired without confirmation', () => {
  it('is a schema without a grade, with its name', async () => {
    await using place = await openImported(provider.origin, sources());
    const { status, results } = await place.import('other');
    expect(status).toBe(true);
    expect(results[0]?.retired).toContainEqual({ kind: 'schema', name: 'one', status: 'pending' });
  });

  it('are a skill and an About whose schemas stay', async () => {
    await using place = await openGraded();
    await place.fixture.rm('demo/skills/read-items.mjs');
    await place.write('demo/one.mjs', oneTool('one'));
    const { status, results } = await place.import('demo');
    expect([status, results[0]?.retired]).toEqual([true, [SKILL, ABOUT]]);
  });

  it('is nothing when a single file is imported', async () => {
    await using place = await openGraded();
    const { status, results } = await place.import('other/three.mjs');
    expect([status, results[0]?.retired]).toEqual([true, []]);
    expect(Object.keys(place.index().schemas)).toEqual(['one', 'three', 'two']);
  });

  it('is not the schema of a refused file', async () => {
    await using place = await openGraded();
    await place.write('demo/two.mjs', 'export const main = {');
    const { results, errors } = await place.import('demo', { keepGoing: true });
    expect([codesOf(errors), results[0]?.retired]).toEqual([['SRC-001'], []]);
  });

  it('are a skill and the About of a selection', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const { 'selection.json': definition } = selectionFiles({ skills: [{ file: 'skills/find-stones.mjs' }] });
    await place.write('stones/selection.json', definition ?? '');
    await place.fixture.rm('stones/resources/stones-about.md');
    await place.fixture.rm('stones/skills/sort-stones.mjs');
    const { results } = await importAll(place, ['stones']);
    expect(results[0]?.retired).toEqual([
      { kind: 'skill', name: 'sort-stones', status: 'blocked' },
      { kind: 'about', name: 'stones', status: 'blocked' },
    ]);
  });
});
