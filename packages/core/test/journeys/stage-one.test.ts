// Under gradingSpec 3.0.3 what code answers about tested tools is kept in partial entries before a grader is asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTargets } from '../../src/features/verify/run.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { fillScores } from './filled-scores.js';
import { entriesIn, grade, oneTool, openImported } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const TOOL = 'alpha/tools/getItems';
const SOURCES = { demo: { 'alpha.mjs': oneTool('alpha') } };

/** Tested, but below the bar: its blocked tool is tested again by every run. */
const tooFew = (path: string) => toolAt(path, { tests: [{ _description: 'Items for one', q: 'one' }] });

async function open(sources: Record<string, Record<string, string>> = SOURCES, book = LATER_BOOK) {
  const place = await openWorkplace(sources);
  place.origin = provider.origin;
  place.book = book;
  await place.import();
  place.wait();
  return place;
}

const entryOf = (place: Workplace, folder: string) => {
  const [newest = ''] = entriesIn(place, folder).sort().reverse();
  return place.json<GradingEntry>(newest);
};

async function verified(place: Workplace, more: { strict?: boolean } = {}) {
  const { status, results, errors } = await verifyTargets({
    ...{ island: place.island(), targets: ['demo'], now: () => place.now, ...more },
  });
  return { status, found: codesOf([...errors, ...results.flatMap(({ warnings }) => warnings)]) };
}

describe('after the pretest', () => {
  it('each tested tool and its schema have a partial entry with what code answered', async () => {
    await using place = await open();
    await place.emit();
    expect(pathsOf(place.tree(), '/_gradings/')).toHaveLength(2);
    const tool = entryOf(place, TOOL);
    expect(tool).toMatchObject({
      ...{ area: 'single-test', gradingMode: 'partial', harness: 'flowmcp-cli', categoricalVeto: null },
      schemaHash: place.index().schemas.alpha?.snapshot?.hash,
    });
    expect(tool.gradings.map(({ questionId }) => questionId)).toEqual([
      'Q-single-test-01',
      'Q-single-test-02',
      'Q-single-test-03',
    ]);
    expect(tool.gradings.every(({ determinism }) => determinism === 'deterministic')).toBe(true);
    const aggregate = entryOf(place, 'alpha');
    expect(aggregate).toMatchObject({ area: 'tools-aggregate-schema', gradingMode: 'partial' });
    expect(aggregate.gradings.every(({ graderIdentity }) => graderIdentity.kind === 'script')).toBe(true);
    expect(await verified(place)).toEqual({ status: true, found: [] });
    expect((await verified(place, { strict: true })).found).not.toContain('VFY-024');
  });

  it('no node is more than pending because of it', async () => {
    await using place = await open();
    await place.emit();
    const { alpha } = place.index().schemas;
    expect([alpha?.status, alpha?.tools.getItems?.status, alpha?.toolsAggregate.status]).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
    expect(alpha?.tools.getItems).not.toHaveProperty('grade');
  });

  it('nothing of this is written under gradingSpec 2.0.0', async () => {
    await using place = await open(SOURCES, DEFAULT_BOOK);
    await place.emit();
    expect(pathsOf(place.tree(), '/_gradings/')).toEqual([]);
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });

  it('a tool below the bar has one too, and stays blocked; one that was not tested has none', async () => {
    const tools = { getItems: tooFew('/ok'), putItems: toolAt('/ok', { method: 'DELETE' }) };
    await using place = await open({
      demo: { 'alpha.mjs': schemaText({ name: 'alpha', docs: [`${API}/ok`], tools }) },
    });
    await place.emit();
    expect(entriesIn(place, TOOL)).toHaveLength(1);
    expect(entriesIn(place, 'alpha/tools/putItems')).toEqual([]);
    expect(entriesIn(place, 'alpha')).toHaveLength(1);
    expect(place.index().schemas.alpha?.tools.getItems?.status).toBe('blocked');
  });

  it('answers of which none counts are not kept', async () => {
    await using place = await open({ demo: { 'alpha.mjs': oneTool('alpha', undefined, '/failed') } });
    await place.emit();
    expect(entriesIn(place, TOOL)).toEqual([]);
  });

  it('the same answers are written once, others beside them', async () => {
    const text = (path: string) => schemaText({ name: 'alpha', tools: { getItems: tooFew(path) } });
    await using place = await open({ demo: { 'alpha.mjs': text('/ok') } });
    await place.emit();
    const [first = ''] = entriesIn(place, TOOL);
    place.wait();
    await place.emit('demo', { onConflict: 'overwrite' });
    expect(entriesIn(place, TOOL)).toEqual([first]);
    place.wait();
    await place.write('demo/alpha.mjs', text('/ok?all'));
    await place.import();
    await place.emit('demo', { onConflict: 'overwrite' });
    expect(entriesIn(place, TOOL)).toHaveLength(2);
    expect(entriesIn(place, TOOL)).toContain(first);
  });

  it('a full entry for the content is enough, and the grade does not move', async () => {
    await using place = await open();
    await grade(place);
    const graded = place.index();
    const before = pathsOf(place.tree(), '/_gradings/');
    expect(entriesIn(place, TOOL)).toHaveLength(2);
    // Answers of a grader alone differ from those that code gives, but the full entry is there.
    await grade(place, { mode: 'partial', questions: ['Q-single-test-04'], scope: 'all' });
    await grade(place, { scope: 'all', regrade: { triggeredBy: 'scheduled' } });
    const added = pathsOf(place.tree(), '/_gradings/').filter((path) => !before.includes(path));
    const partial = added
      .map((path) => place.json<GradingEntry>(path))
      .filter(({ gradingMode }) => gradingMode === 'partial');
    expect(partial.map(({ gradings }) => gradings.map(({ questionId }) => questionId))).toEqual([
      ['Q-single-test-04'],
    ]);
    expect(place.index().schemas.alpha?.grade).toBe(graded.schemas.alpha?.grade);
    expect(await verified(place)).toEqual({ status: true, found: [] });
    // It says nothing about other content.
    place.wait();
    await place.write('demo/alpha.mjs', oneTool('alpha', 'Other items.'));
    await place.import();
    await place.emit('demo', { onConflict: 'overwrite' });
    expect(entryOf(place, TOOL)).toMatchObject({
      ...{ gradingMode: 'partial', schemaHash: place.index().schemas.alpha?.snapshot?.hash },
    });
  });

  it('a vetoed tool gets none', async () => {
    await using place = await open();
    const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;
    await grade(
      place,
      {},
      {
        areas: (areas) =>
          areas.map((one) => (one.subject === 'alpha.getItems' ? { ...one, veto: VETO } : one)),
      },
    );
    await place.write('demo/alpha.mjs', oneTool('alpha', 'Other items.'));
    await place.import();
    const before = entriesIn(place, TOOL);
    await place.emit('demo', { onConflict: 'overwrite' });
    expect(entriesIn(place, TOOL)).toEqual(before);
    expect(place.index().schemas.alpha?.tools.getItems?.status).toBe('rejected');
  });

  it('a hand-in comes after it', async () => {
    await using place = await open();
    await place.emit();
    const scores = fillScores(place.prompts(), { at: place.now.toISOString() });
    const { errors } = await place.consume(scores);
    expect(errors).toEqual([]);
    expect(entryOf(place, TOOL).gradingMode).toBe('full');
    expect(place.index().schemas.alpha?.status).toBe('stable');
  });

  it('one that an interrupted run left without a line in the journal is no damage', async () => {
    await using place = await open();
    const island = place.island();
    const { createAll } = island;
    const stop = new Error('stopped');
    island.createAll = (files) => {
      createAll.call(island, files);
      if (files.some(({ path }) => path.includes('/_gradings/'))) throw stop;
    };
    await expect(place.emit('demo', { island })).rejects.toBe(stop);
    const { status, found } = await verified(place);
    expect([status, new Set(found)]).toEqual([true, new Set(['VFY-096', 'VFY-084'])]);
    await place.emit();
    // The next run takes it over.
    expect(await verified(place)).toEqual({ status: true, found: ['VFY-098'] });
    expect(entriesIn(place, TOOL)).toHaveLength(1);
  });
});

describe('a schema that was tested and not graded', () => {
  it('is a warning, and an error under --strict; the next run mends it', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.emit();
    place.book = LATER_BOOK;
    expect(await verified(place)).toMatchObject({ status: true, found: expect.arrayContaining(['VFY-133']) });
    expect((await verified(place, { strict: true })).status).toBe(false);
    place.wait();
    await place.emit('demo', { onConflict: 'overwrite' });
    expect((await verified(place)).found).not.toContain('VFY-133');
    await place.fixture.rm(`island/providers/demo/${TOOL}/_gradings`);
    expect((await verified(place)).found).not.toContain('VFY-133');
    await place.write('island/note', '');
    await place.fixture.rm('island/providers/demo/alpha/_gradings');
    expect((await verified(place)).found).toContain('VFY-133');
  });

  it('is nothing to report of a blocked tool', async () => {
    const sources = { demo: { 'alpha.mjs': oneTool('alpha', undefined, '/failed') } };
    await using place = await openImported(provider.origin, sources);
    await place.emit();
    place.book = LATER_BOOK;
    expect((await verified(place)).found).not.toContain('VFY-133');
  });

  it('is nothing to report under gradingSpec 2.0.0', async () => {
    await using place = await openImported(provider.origin, SOURCES);
    await place.emit();
    expect(await verified(place, { strict: true })).toMatchObject({ found: [] });
  });
});
