// A veto by code is written at emit, before any request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmitOptions } from '../../src/runs/options.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { fillScores } from './filled-scores.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const ROOT = 'https://api.coingecko.com';
const FOREIGN = {
  name: 'foreign',
  root: ROOT,
  docs: [`${ROOT}/docs`],
  requiredServerParams: ['ETHERSCAN_API_KEY'],
  tools: { getItems: toolAt('/echo'), findItems: toolAt('/echo') },
};

async function openWith(files: Record<string, string>): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace({ demo: files, home: { '.env': 'ETHERSCAN_API_KEY=abcdefgh12345\n' } });
  place.origin = provider.origin;
  await place.import();
  place.wait();
  return place;
}

/** Any request to one of the two hosts would be recorded. */
const emit = (place: Workplace, more: Partial<EmitOptions> = {}) =>
  place.emit('demo', { originMap: { [API]: provider.origin, [ROOT]: provider.origin }, ...more });
const withKeys = (place: Workplace) => ({
  keys: { path: place.path('home/.env'), shownAs: '~/.flowmcp/.env' },
});
const entriesOf = (place: Workplace) => pathsOf(place.tree(), '/_gradings/');

describe('a key of another owner', () => {
  it('rejects every tool at once, before any request, and no question about the schema is asked', async () => {
    await using place = await openWith({
      'alpha.mjs': schemaText({ name: 'alpha' }),
      'foreign.mjs': schemaText(FOREIGN),
    });
    const seen = provider.seen.length;
    const { status, results } = await emit(place, withKeys(place));
    expect(status).toBe(true);
    expect(results[0]?.vetoes).toEqual(
      ['getItems', 'findItems'].map((tool) => ({
        node: `schemas.foreign.tools.${tool}`,
        triggeredBy: 'api-key-domain-mismatch',
        evidence: expect.stringMatching(/coingecko\.com, ETHERSCAN_API_KEY/),
      })),
    );
    expect(provider.seen.slice(seen).map(({ url }) => url.split('?')[0])).toEqual(Array(6).fill('/ok'));
    expect(pathsOf(place.tree(), 'foreign/tools/')).toEqual(
      ['findItems', 'getItems'].map(
        (tool) => `providers/demo/foreign/tools/${tool}/_gradings/single-test--2026-03-01T10-01-00Z.json`,
      ),
    );
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual([
      'single-test/alpha.getItems',
      'single-test/alpha.findItems',
      'tools-aggregate-schema/alpha',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ]);
    expect(place.index()).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    expect(place.index().schemas.foreign).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    const [path = ''] = entriesOf(place);
    expect(place.json<GradingEntry>(path)).toMatchObject({
      aggregateGrade: 'REJECTED',
      harness: 'flowmcp-cli',
      categoricalVeto: { triggeredBy: 'api-key-domain-mismatch', graderIdentity: { kind: 'script' } },
      gradings: [{ questionId: 'Q-single-test-03', score: 'fail', determinism: 'deterministic' }],
    });
  });

  it('is found whichever part of the namespace a run is about', async () => {
    await using place = await openWith({
      'alpha.mjs': schemaText({ name: 'alpha' }),
      'foreign.mjs': schemaText(FOREIGN),
    });
    const { results } = await emit(place, { targets: ['demo/alpha'], areas: ['tools-aggregate-schema'] });
    expect(results[0]?.vetoes.map(({ node }) => node)).toEqual([
      'schemas.foreign.tools.getItems',
      'schemas.foreign.tools.findItems',
    ]);
  });

  it('is not recorded twice, whatever is emitted next', async () => {
    await using place = await openWith({ 'foreign.mjs': schemaText(FOREIGN) });
    const first = await emit(place);
    expect([first.status, codesOf(first.errors)]).toEqual([false, ['RUN-002']]);
    expect(first.results[0]).toMatchObject({ promptCount: 0, taskId: null });
    const entries = entriesOf(place);
    expect(entries).toHaveLength(2);
    const seen = provider.seen.length;
    for (const options of [{}, { scope: 'all' }, { onConflict: 'overwrite' }, withKeys(place)] as const) {
      place.wait();
      const { results } = await emit(place, options);
      expect(results[0]).toMatchObject({ promptCount: 0, vetoes: [] });
    }
    expect(entriesOf(place)).toEqual(entries);
    expect(provider.seen.length).toBe(seen);
    expect(place.index().status).toBe('rejected');
  });

  it('stays when its entries are removed, and when the schema changes, until a full grading lifts it', async () => {
    await using place = await openWith({ 'foreign.mjs': schemaText(FOREIGN) });
    await emit(place);
    await place.fixture.rm('island/providers/demo/foreign/tools');
    await place.rebuild();
    expect(place.index().schemas.foreign?.tools.getItems).toMatchObject({
      status: 'rejected',
      reason: 'veto; its entry is missing',
    });
    place.wait();
    const { requiredServerParams: _, ...mended } = FOREIGN;
    await place.write('demo/foreign.mjs', schemaText({ ...mended, tools: { getItems: toolAt('/ok') } }));
    await place.import();
    expect(place.index().schemas.foreign?.tools.getItems?.status).toBe('rejected');
    const { status, results } = await emit(place);
    expect([status, results[0]?.vetoes]).toEqual([true, []]);
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual([
      'single-test/foreign.getItems',
      'tools-aggregate-schema/foreign',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ]);
    await place.consume(fillScores(place.prompts()));
    expect(place.index().schemas.foreign).toMatchObject({ status: 'stable', grade: 'B' });
    expect(place.index().status).toBe('partial');
  });

  it('in a changed schema leads to another veto, under its new hash', async () => {
    await using place = await openWith({ 'foreign.mjs': schemaText(FOREIGN) });
    await emit(place);
    place.wait();
    await place.write('demo/foreign.mjs', schemaText({ ...FOREIGN, description: 'Changed, not mended.' }));
    await place.import();
    const { results } = await emit(place);
    expect(results[0]?.vetoes).toHaveLength(2);
    expect(entriesOf(place)).toHaveLength(4);
    expect(place.index().schemas.foreign?.tools.getItems?.boundTo).toBe(
      place.index().schemas.foreign?.snapshot?.hash,
    );
  });

  it('with the schema fixed but its API down: still rejected, and not asked about', async () => {
    await using place = await openWith({ 'foreign.mjs': schemaText(FOREIGN) });
    await emit(place);
    place.wait();
    const { requiredServerParams: _, ...mended } = FOREIGN;
    await place.write('demo/foreign.mjs', schemaText({ ...mended, tools: { getItems: toolAt('/500') } }));
    await place.import();
    const { status, results } = await emit(place);
    expect([status, results[0]?.promptCount]).toEqual([false, 0]);
    expect(place.index().schemas.foreign?.tools.getItems?.status).toBe('rejected');
  });
});
