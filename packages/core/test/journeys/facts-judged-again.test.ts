// The tests of a tool under gradingSpec 3.0.3: its bar, its depth and its sizes, and facts of one specification by another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { reportGrades } from '../../src/features/report/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import type { SchemaFacts, TestRecord } from '../../src/spec/facts.js';
import type { ToolDefinition } from '../../src/spec/schema-main.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { entriesIn, grade, openImported, rebuiltThrice } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt, userParameter } from './provider-sources.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const NEW = LATER_BOOK;
const SUMMARY = 'providers/demo/alpha/summary.json';
const NODE = 'schemas.alpha.tools.getItems';
const tests = (...values: string[]) => values.map((q) => ({ _description: `Items for ${q}`, q }));

/** A namespace of one tool, under 2.0.0 unless the book is given. */
async function openTool(more: Partial<ToolDefinition>, { path = '/ok', book = DEFAULT_BOOK } = {}) {
  const text = schemaText({ name: 'alpha', tools: { getItems: toolAt(path, more) } });
  const place = await openImported(provider.origin, { demo: { 'alpha.mjs': text } });
  place.book = book;
  return place;
}

const named = (place: Workplace) => ({ island: place.island(), targets: ['demo'], now: () => place.now });
const toolOf = (place: Workplace) => place.index().schemas.alpha?.tools.getItems;
const factsOf = (place: Workplace) => place.json<SchemaFacts>(SUMMARY);
/** The entry that decides; the one before it holds what code answered. */
const fullEntryOf = (place: Workplace) =>
  entriesIn(place, 'alpha/tools/getItems')
    .map((path) => place.json<GradingEntry>(path))
    .find(({ gradingMode }) => gradingMode === 'full');
async function stateOf(place: Workplace) {
  const { results } = await readState(named(place));
  return results[0];
}

describe('another specification', () => {
  it('frees a blocked tool without a request, and blocks it again if it has no grade', async () => {
    await using place = await openTool({ tests: tests('a', 'b') });
    await place.emit();
    const index = place.island().readText('providers/demo/index.json');
    const summary = place.island().readText(SUMMARY);
    const seen = provider.seen.length;

    place.book = NEW;
    expect((await rebuiltThrice(place)).schemas.alpha?.tools.getItems).toMatchObject({
      ...{ status: 'pending', testDepth: 'schema-validatable' },
    });
    const planned = await planGrading({ ...named(place), scope: 'pending' });
    expect(planned.results[0]?.nodes).toContainEqual(
      expect.objectContaining({ node: NODE, kind: 'pending' }),
    );
    place.book = DEFAULT_BOOK;
    expect(await rebuiltThrice(place)).toMatchObject({ schemas: { alpha: { status: 'blocked' } } });
    const before = JSON.parse(index ?? '');
    expect(place.index()).toEqual({ ...before, updatedAt: place.index().updatedAt });
    expect(place.island().readText(SUMMARY)).toBe(summary);
    expect(provider.seen).toHaveLength(seen);
  });

  it('keeps the grade of a tool that its bar blocks, and says that its tests do not support it', async () => {
    await using place = await openTool({ tests: tests('a', 'b') }, { book: NEW });
    await grade(place);
    expect((await stateOf(place))?.facts).toEqual([]);
    place.book = DEFAULT_BOOK;
    expect((await rebuiltThrice(place)).schemas.alpha?.tools.getItems).toMatchObject({ status: 'stable' });
    expect((await stateOf(place))?.facts).toEqual([
      { node: NODE, reason: 'fewer than 3 working tests (2 of 3)' },
    ]);
    expect(factsOf(place)).toMatchObject({ gradingSpec: NEW.spec.version, bar: 2 });
  });

  it('writes what it makes of known facts with the next run, and verify finds both whole', async () => {
    await using place = await openTool({ tests: tests('a', 'b') });
    await place.emit();
    place.book = NEW;
    await place.rebuild();
    expect((await verifyTargets(named(place))).status).toBe(true);
    await place.emit('demo', { offline: true });
    expect(factsOf(place)).toMatchObject({
      ...{ gradingSpec: NEW.spec.version, tools: { getItems: { bar: 2, status: 'ok' } } },
    });
    const { results, errors } = await verifyTargets(named(place));
    expect(codesOf([...errors, ...results.flatMap(({ warnings }) => warnings)])).toEqual([]);
  });

  it('leaves a tool that was not tested blocked', async () => {
    await using place = await openTool({ tests: tests('a', 'b', 'c') });
    await place.emit('demo', { offline: true });
    expect(factsOf(place).tools.getItems?.cause).toEqual({ code: 'DPT-106' });
    place.book = NEW;
    expect((await rebuiltThrice(place)).schemas.alpha?.tools.getItems?.status).toBe('blocked');
  });

  it('is not named in facts of the first one, which hold what they held', async () => {
    await using place = await openTool({});
    await grade(place);
    expect(factsOf(place)).not.toHaveProperty('gradingSpec');
    expect(toolOf(place)).not.toHaveProperty('testDepth');
    expect((await explainGrades({ ...named(place), node: NODE })).results[0]?.nodes[0]).not.toHaveProperty(
      'testDepth',
    );
  });
});

it('the depth of tests is part of a report', async () => {
  await using place = await openTool({ tests: tests('a', 'b') }, { book: NEW });
  await grade(place);
  const report = async (format: 'json' | 'html' | 'junit') => {
    const parts: string[] = [];
    const folders = { root: place.root, home: place.root };
    const write = (part: string) => void parts.push(part);
    await reportGrades({ ...named(place), format, folders, write });
    return parts.join('');
  };
  expect(await report('json')).toMatch(/"testDepth": ?"schema-validatable"/);
  expect(await report('html')).toContain('Test depth: schema-validatable.');
  expect(await report('junit')).toContain('test depth schema-validatable');
  place.book = DEFAULT_BOOK;
  expect(await report('json')).not.toContain('testDepth');
});

describe('the depth of tests', () => {
  it.each<[string, string[], string, string]>([
    ['none works', ['a', 'b'], '/empty', 'unavailable'],
    ['one', ['a'], '/ok', 'reachable'],
    ['two', ['a', 'b'], '/ok', 'schema-validatable'],
    ['two, one of them twice', ['a', 'a', 'b'], '/ok', 'schema-validatable'],
    ['four', ['a', 'b', 'c', 'd'], '/ok', 'data-analyzable'],
  ])('%s', async (_, values, path, depth) => {
    await using place = await openTool({ tests: tests(...values) }, { path, book: NEW });
    await place.rebuild();
    expect(toolOf(place)).not.toHaveProperty('testDepth');
    await place.emit();
    expect((await rebuiltThrice(place)).schemas.alpha?.tools.getItems).toMatchObject({ testDepth: depth });
    expect((await stateOf(place))?.nodes).toContainEqual(
      expect.objectContaining({ node: NODE, testDepth: depth }),
    );
    const { results } = await explainGrades({ ...named(place), node: NODE });
    expect(results[0]?.nodes[0]?.testDepth).toBe(depth);
  });

  it('is unavailable if no test gets an answer', async () => {
    await using place = await openTool({ tests: tests('a', 'b') }, { path: '/hang-up', book: NEW });
    await place.emit();
    expect(toolOf(place)).toMatchObject({ testDepth: 'unavailable' });
  });

  it.each<[string, Partial<ToolDefinition>, Parameters<Workplace['emit']>[1]]>([
    ['the run is offline', {}, { offline: true }],
    ['the tool may write', { method: 'DELETE' }, {}],
  ])('is absent where no test was sent: %s', async (_, more, options) => {
    await using place = await openTool({ tests: tests('a', 'b'), ...more }, { book: NEW });
    await place.emit('demo', options);
    expect(factsOf(place).tools.getItems?.cause).toBeDefined();
    expect(toolOf(place)).not.toHaveProperty('testDepth');
  });

  it('is that of the content: absent once it has changed', async () => {
    await using place = await openTool({ tests: tests('a', 'b') }, { book: NEW });
    await grade(place);
    await place.write('demo/alpha.mjs', schemaText({ name: 'alpha', tools: { getItems: toolAt('/moved') } }));
    await place.import();
    expect(toolOf(place)).not.toHaveProperty('testDepth');
  });

  it('does not stand in for the declared output: below the bar that is no fail', async () => {
    await using place = await openTool({ tests: tests('a') }, { book: NEW });
    await place.emit();
    expect(toolOf(place)?.status).toBe('blocked');
    expect(factsOf(place).tools.getItems?.outputMatches).toBe(true);
    const [kept] = entriesIn(place, 'alpha/tools/getItems').map((path) => place.json<GradingEntry>(path));
    expect(kept?.gradings).toContainEqual(
      expect.objectContaining({ questionId: 'Q-single-test-02', score: 'pass' }),
    );
  });
});

it('fewer tests than recommended are a finding that changes no grade', async () => {
  const found = async (values: string[], more: Partial<ToolDefinition> = {}, book = NEW) => {
    await using place = await openTool({ tests: tests(...values), ...more }, { book });
    await grade(place);
    const findings = (await stateOf(place))?.findings ?? [];
    const args = findings.filter(({ code }) => code === 'FND-092').map((finding) => finding.args);
    return [toolOf(place)?.grade, args];
  };
  await using blocked = await openTool({ tests: tests('a') }, { book: NEW });
  await blocked.emit();
  expect(toolOf(blocked)?.status).toBe('blocked');
  expect(codesOf((await stateOf(blocked))?.findings ?? [])).not.toContain('FND-092');
  const optional = { ...userParameter('q'), z: { primitive: 'string()', options: ['optional()'] } };
  const oneOfTwo = { ...userParameter('q'), z: { primitive: 'enum(a,b)', options: [] } };
  expect(await found(['a', 'b'])).toEqual(['B', [{ working: 2, target: 3 }]]);
  expect(await found(['a', 'b', 'c'])).toEqual(['B', []]);
  expect(await found(['a', 'b'], { parameters: [oneOfTwo] })).toEqual(['B', []]);
  expect(await found(['a'], { parameters: [optional] })).toEqual(['B', []]);
  expect(await found(['a', 'b'], { parameters: [oneOfTwo] }, DEFAULT_BOOK)).toEqual(['B', []]);
});

describe('a large response', () => {
  const oneSize = async (path: string, book = NEW) => {
    await using place = await openTool({ tests: tests('a', 'b', 'c') }, { path, book });
    await grade(place, {}, { score: 5 });
    const codes = codesOf((await stateOf(place))?.findings ?? []).filter((code) => code === 'FND-093');
    const entry = fullEntryOf(place);
    const failed = entry?.gradings.filter(({ questionId }) => questionId === 'Q-single-test-11') ?? [];
    const { index } = { index: await rebuiltThrice(place) };
    expect((await verifyTargets(named(place))).status).toBe(true);
    place.book = DEFAULT_BOOK;
    await place.rebuild();
    expect(place.index().schemas.alpha?.tools.getItems?.grade).toBe(entry?.aggregateGrade);
    const { grade: letter, coverage } = index.schemas.alpha?.tools.getItems ?? {};
    return { letter, coverage, findings: codes.length, failed: failed.map(({ score }) => score) };
  };

  it.each([
    ['above 1 MiB is a finding for each test', '/above-one-mib', { letter: 'B', findings: 3, failed: [] }],
    ['of 10 MiB fails nothing', '/ten-mib', { letter: 'B', findings: 3, failed: [] }],
    ['above 10 MiB fails', '/above-ten-mib', { letter: 'C', findings: 3, failed: ['fail'] }],
  ])('%s', async (_, path, expected) => {
    expect(await oneSize(path)).toEqual({ coverage: undefined, ...expected });
  });

  it.each([
    ['one of three is enough', ['ok', 'above-ten-mib', 'ten-mib'], 'C', 'test-2.json'],
    ['one of a test that does not work is none', ['ok', 'ten-mib', 'above-ten-mib-lost'], 'B', undefined],
    ['one that was cut off while it was read', ['ok', 'ten-mib', 'huge'], 'C', 'test-3.json'],
    ['one with too much in it to be parsed', ['ok', 'ten-mib', 'many-large'], 'C', 'test-3.json'],
    ['one of less, though nobody could parse it', ['ok', 'ten-mib', 'many-small'], 'B', undefined],
  ])('%s', async (_, values, letter, record) => {
    const parts = { parameters: [userParameter('q', 'insert')], tests: tests(...values) };
    await using place = await openTool(parts, { path: '/{{q}}', book: NEW });
    await grade(place, {}, { score: 5 });
    const entry = fullEntryOf(place);
    const failed = entry?.gradings.find(({ questionId }) => questionId === 'Q-single-test-11');
    expect([entry?.aggregateGrade, JSON.stringify(failed?.evidence)]).toEqual([
      letter,
      record === undefined ? undefined : expect.stringContaining(`alpha/tools/getItems/tests/${record}`),
    ]);
  });

  it('is not judged by the bytes of a body, but fails with the next test', async () => {
    await using place = await openTool({ tests: tests('a', 'b', 'c') }, { path: '/above-ten-mib' });
    await place.emit();
    place.book = NEW;
    place.wait();
    const failed = () => JSON.stringify(fullEntryOf(place)?.gradings).includes('Q-single-test-11');
    const codes = async () => codesOf((await stateOf(place))?.findings ?? []);
    await grade(place, { offline: true }, { score: 5 });
    expect([failed(), toolOf(place)?.grade]).toEqual([false, 'B']);
    expect(await codes()).not.toContain('FND-093');
    await grade(place, { scope: 'all' }, { score: 5 });
    expect(toolOf(place)?.grade).toBe('C');
    expect(await codes()).toContain('FND-093');
  });

  it('is that of the data, however long the body is', async () => {
    await using place = await openTool(
      { tests: tests('a', 'b', 'c') },
      { path: '/ten-mib-padded', book: NEW },
    );
    await grade(place, {}, { score: 5 });
    expect(toolOf(place)?.grade).toBe('B');
  });

  it('is none of these by a specification without them', async () => {
    const expected = { letter: 'B', coverage: undefined, findings: 0, failed: [] };
    expect(await oneSize('/above-ten-mib', DEFAULT_BOOK)).toEqual(expected);
  });

  it('is measured in the records of the tests', async () => {
    await using place = await openTool({}, { path: '/above-one-mib', book: NEW });
    await place.emit();
    const record = place.json<TestRecord>('providers/demo/alpha/tools/getItems/tests/test-1.json');
    expect(record).toMatchObject({ responseBytes: 1024 * 1024 + 1, large: true });
  });
});

it('a question that the specification does not ask cannot be chosen', async () => {
  await using place = await openTool({});
  await grade(place);
  const chosen = {
    ...({ mode: 'partial', questions: ['Q-single-test-04', 'Q-single-test-11'] } as const),
    scope: 'all' as const,
  };
  await expect(place.emit('demo', chosen)).rejects.toMatchObject({ problem: { code: 'RUN-005' } });
  place.book = NEW;
  const { errors } = await place.emit('demo', chosen);
  expect(codesOf(errors)).toEqual([]);
});
