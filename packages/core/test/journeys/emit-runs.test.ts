// When an emit continues a run, begins a new one, stops, or finds nothing due.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GradingError } from '../../src/problems/problem.js';
import type { EmitOptions } from '../../src/runs/options.js';
import { fillScores } from './filled-scores.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** An imported provider: `beta` has one tool whose API is broken. */
async function openImported(): Promise<Workplace & AsyncDisposable> {
  const tools = { getItems: toolAt('/ok'), getBroken: toolAt('/500') };
  const place = await openWorkplace({
    demo: { 'alpha.mjs': schemaText({ name: 'alpha' }), 'beta.mjs': schemaText({ name: 'beta', tools }) },
  });
  place.origin = provider.origin;
  await place.import();
  place.wait();
  return place;
}

describe('a continued run', () => {
  it('makes no request, writes nothing, and reports the same', async () => {
    await using place = await openImported();
    const first = (await place.emit()).results[0];
    expect(first).toMatchObject({ skipped: false, nothingDue: false, promptCount: 7 });
    const before = place.tree();
    const seen = provider.seen.length;
    for (const minutes of [1, 60 * 24 * 20]) {
      place.wait(minutes * 60);
      const { status, results } = await place.emit();
      expect(status).toBe(true);
      expect(results[0]).toMatchObject({
        skipped: true,
        taskId: first?.taskId,
        promptsPath: first?.promptsPath,
        statePath: first?.statePath,
        promptCount: first?.promptCount,
        pretests: first?.pretests,
        blocked: first?.blocked,
        skippedAreas: first?.skippedAreas,
      });
    }
    expect(provider.seen.length).toBe(seen);
    expect(place.tree()).toEqual(before);
  });

  const changes: [string, Partial<EmitOptions>][] = [
    ['area', { areas: ['single-test'] }],
    ['scope', { scope: 'all' }],
    ['offline', { offline: true }],
    ['keys', { keys: { path: '/nowhere/.env', shownAs: '~/.flowmcp/.env' } }],
    ['allow-writes', { allowWrites: true }],
    ['overwrite', { onConflict: 'overwrite' }],
  ];
  it.each(changes)(
    'other options (%s) begin a new run, and the old scores are refused',
    async (_, options) => {
      await using place = await openImported();
      const first = (await place.emit()).results[0];
      const scores = fillScores(place.prompts());
      const second = (await place.emit('demo', options)).results[0];
      expect(second?.skipped).toBe(false);
      expect(second?.taskId).toMatch(/^demo--2026-03-01T10-01-01Z--[0-9a-f]{8}$/);
      expect(place.state().taskId).toBe(second?.taskId);
      const refused = await place.consume(scores);
      expect(codesOf(refused.errors)).toEqual(['SCR-004']);
      expect(refused.errors[0]?.args).toMatchObject({ found: first?.taskId, open: second?.taskId });
      expect(pathsOf(place.tree(), '_gradings')).toEqual([]);
    },
  );

  it('other content begins a new run', async () => {
    await using place = await openImported();
    const first = (await place.emit()).results[0];
    place.wait();
    await place.write('demo/alpha.mjs', `${schemaText({ name: 'alpha' })}\n// the same main\n`);
    await place.import();
    const seen = provider.seen.length;
    const second = (await place.emit()).results[0];
    expect(second?.skipped).toBe(false);
    expect(second?.taskId).not.toBe(first?.taskId);
    expect(provider.seen.length).toBeGreaterThan(seen);
  });

  it('another part of the target begins a new run, which asks only about that part', async () => {
    await using place = await openImported();
    await place.emit();
    const { results } = await place.emit('demo/beta');
    expect(results[0]).toMatchObject({ target: 'providers/demo/beta', skipped: false });
    expect(place.prompts().prompts.map(({ id }) => id)).toEqual([
      'single-test/beta.getItems',
      'tools-aggregate-schema/beta',
    ]);
  });

  it('without its prompts, no run can be continued', async () => {
    await using place = await openImported();
    await place.emit();
    await place.fixture.rm('island/providers/demo/prompts.json');
    expect((await place.emit()).results[0]).toMatchObject({ skipped: false, promptCount: 7 });
  });
});

describe('abort', () => {
  it('refuses while a run is open, exit 1, and touches nothing', async () => {
    await using place = await openImported();
    expect((await place.emit('demo', { onConflict: 'abort' })).status).toBe(true);
    const before = place.tree();
    const { status, results, errors } = await place.emit('demo', { onConflict: 'abort' });
    expect([status, results, codesOf(errors)]).toEqual([false, [], ['RUN-001']]);
    expect(place.tree()).toEqual(before);
  });
});

describe('nothing to grade', () => {
  it('success: no prompts, no task, prompts.json unchanged', async () => {
    await using place = await openWorkplace();
    place.origin = provider.origin;
    await place.import();
    await place.emit();
    await place.consume(fillScores(place.prompts()));
    expect(place.index().status).toBe('partial');
    const before = place.tree();
    const seen = provider.seen.length;
    const { status, results } = await place.emit();
    expect(status).toBe(true);
    expect(results[0]).toMatchObject({
      nothingDue: true,
      promptCount: 0,
      taskId: null,
      promptsPath: null,
      statePath: null,
    });
    expect(place.tree()).toEqual(before);
    expect(provider.seen.length).toBe(seen);
  });

  it('all due nodes are blocked: a finding, no task, and the open run is closed', async () => {
    await using place = await openImported();
    await place.emit();
    const prompts = place.tree().get('providers/demo/prompts.json');
    const scores = fillScores(place.prompts());
    await place.write('demo/alpha.mjs', schemaText({ name: 'alpha', tools: { getBroken: toolAt('/500') } }));
    await place.write('demo/beta.mjs', schemaText({ name: 'beta', tools: { getBroken: toolAt('/404') } }));
    place.wait();
    await place.import();
    const { status, results, errors } = await place.emit();
    expect([status, codesOf(errors)]).toEqual([false, ['RUN-002']]);
    expect(results[0]).toMatchObject({ promptCount: 0, taskId: null, nothingDue: false });
    expect(results[0]?.blocked.map(({ node }) => node)).toContain('schemas.alpha.tools.getBroken');
    expect(place.tree().get('providers/demo/prompts.json')).toEqual(prompts);
    expect(place.state().status).toBe('superseded');
    expect(codesOf((await place.consume(scores)).errors)).toEqual(['SCR-033']);
  });
});

describe('offline', () => {
  it('without facts, everything is blocked and no request is made', async () => {
    await using place = await openImported();
    const seen = provider.seen.length;
    const { status, results } = await place.emit('demo', { offline: true });
    expect([status, results[0]?.promptCount]).toEqual([false, 0]);
    expect(place.index().schemas.alpha?.tools.getItems?.reason).toBe('not tested (offline)');
    expect(provider.seen.length).toBe(seen);
    expect((await place.emit()).results[0]?.promptCount).toBe(7);
  });

  it('valid facts are used and kept; an edit of handler code makes them void', async () => {
    await using place = await openImported();
    await place.emit();
    const facts = place.tree().get('providers/demo/alpha/summary.json');
    const seen = provider.seen.length;
    place.wait();
    const offline = await place.emit('demo', { offline: true });
    expect(offline.results[0]).toMatchObject({ promptCount: 7, skipped: false });
    expect(place.tree().get('providers/demo/alpha/summary.json')).toEqual(facts);
    await place.write(
      'demo/alpha.mjs',
      schemaText({ name: 'alpha' }, 'export const handlers = () => ({ other: { preRequest: (x) => x } })\n'),
    );
    await place.import();
    const void_ = await place.emit('demo', { offline: true });
    expect(void_.results[0]?.promptCount).toBe(4);
    expect(place.index().schemas.alpha?.tools.getItems?.reason).toBe('not tested (offline)');
    expect(provider.seen.length).toBe(seen);
  });
});

describe('several targets', () => {
  it('a failing one does not affect the others', async () => {
    await using place = await openImported();
    await place.write('second/one.mjs', schemaText({ namespace: 'second' }));
    await place.import('second');
    await place.write('island/providers/demo/state.json', '[]');
    const { status, results, errors } = await place.emit('', { targets: [], all: true });
    expect([status, codesOf(errors)]).toEqual([false, ['IDX-012']]);
    expect(results.map(({ target }) => target)).toEqual(['providers/second']);
    await expect(place.consume('{}')).rejects.toThrow(GradingError);
  });
});
