// Import, emit and hand-in that die at any operation leave a working island.
import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTargets } from '../../src/features/verify/run.js';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import { GradingError } from '../../src/problems/problem.js';
import type { ScoresFile } from '../../src/spec/scores.js';
import { FailingFiles } from './failing-files.js';
import { fillScores } from './filled-scores.js';
import { contentOf, pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** Restores the island to its state at the time of this call. */
function keepIsland(place: Workplace): () => void {
  const copy = place.path('kept');
  rmSync(copy, { recursive: true, force: true });
  cpSync(place.root, copy, { recursive: true, preserveTimestamps: true });
  return () => {
    rmSync(place.root, { recursive: true, force: true });
    cpSync(copy, place.root, { recursive: true, preserveTimestamps: true });
  };
}

const entriesIn = (tree: Record<string, string>) =>
  Object.keys(tree).filter((path) => path.includes('_gradings/'));

describe('a hand-in that is interrupted at any operation', () => {
  let place: Workplace & AsyncDisposable;
  let scores: ScoresFile;
  let back: () => void;
  let operations: string[];
  let whole: Record<string, string>;

  beforeAll(async () => {
    const tools = { getItems: toolAt('/ok') };
    place = await openWorkplace({
      demo: {
        'alpha.mjs': schemaText({ name: 'alpha', tools }),
        'beta.mjs': schemaText({ name: 'beta', tools }),
      },
    });
    place.origin = provider.origin;
    await place.import();
    await place.emit();
    scores = fillScores(place.prompts());
    back = keepIsland(place);
    const files = new FailingFiles();
    await place.consume(scores, { island: place.island(files) });
    operations = files.tried;
    whole = contentOf(place.tree());
  });
  afterAll(() => place[Symbol.asyncDispose]());

  /** Consumes on a disk that fills up at the k-th operation and is emptied afterwards. */
  async function stopAt(k: number): Promise<void> {
    back();
    const files = new FailingFiles(k);
    const stopped = place.consume(scores, { island: place.island(files) });
    await expect(stopped).rejects.toMatchObject({ problem: { code: 'ISL-001', args: { code: 'ENOSPC' } } });
    expect(files.failed).toBe(true);
  }

  it('has operations to stop at, entries among them', () => {
    expect(operations.filter((one) => one.startsWith('create') && one.includes('_gradings'))).toHaveLength(6);
  });

  it('is completed by the same command, with the same names and bytes', async () => {
    for (let k = 1; k <= operations.length; k += 1) {
      await stopAt(k);
      const { status, results } = await place.consume(scores);
      expect([k, status, results[0]?.alreadyConsumed]).toEqual([k, true, false]);
      expect(contentOf(place.tree()), operations[k - 1]).toEqual(whole);
    }
  });

  it('keeps its timestamps if it is completed an hour later, with a rebuild in between', async () => {
    const names = entriesIn(whole);
    let later = 0;
    for (let k = 1; k <= operations.length; k += 1) {
      await stopAt(k);
      const consuming = place.state().status === 'consuming';
      const before = contentOf(place.tree());
      expect((await place.rebuild()).errors).toEqual([]);
      place.wait(3600);
      await place.consume(scores);
      const after = contentOf(place.tree());
      for (const path of entriesIn(before)) expect(after[path]).toBe(before[path]);
      expect(entriesIn(after)).toHaveLength(names.length);
      if (consuming) expect(entriesIn(after)).toEqual(names);
      expect(pathsOf(place.tree(), '/scores/')).toHaveLength(1);
      expect((await place.rebuild()).results[0]?.changed).toBe(false);
      later += consuming ? 1 : 0;
      place.wait(-3600);
    }
    expect(later).toBeGreaterThan(6);
  });

  it('in the meantime, emit and other scores are refused, exit 2, naming the file to repeat', async () => {
    await stopAt(operations.length - 3);
    expect(place.state().status).toBe('consuming');
    const evidence = place.state().consume?.scoresPath ?? '';
    const before = place.tree();
    const emitted = await place.emit('demo', { onConflict: 'overwrite' });
    expect(codesOf(emitted.errors)).toEqual(['SCR-018']);
    const other = place.consume(fillScores(place.prompts(), { score: 1 }));
    const refused = await other.then(
      () => null,
      (error: unknown) => error,
    );
    if (!(refused instanceof GradingError)) throw new Error('other scores were taken');
    for (const found of [refused.problem, ...emitted.errors]) {
      expect(exitCodeOf([found])).toBe(2);
      expect(found.args).toMatchObject({
        scores: `providers/demo/${evidence}`,
        scoresPath: place.island().absolute(`providers/demo/${evidence}`),
      });
    }
    expect(place.tree()).toEqual(before);
    const repeated = await place.consume(place.island().readText(`providers/demo/${evidence}`) ?? '');
    expect(repeated.status).toBe(true);
    expect(contentOf(place.tree())).toEqual(whole);
  });

  it('is completed as accepted, although the schema was changed and imported since', async () => {
    await stopAt(operations.length - 3);
    await place.write('demo/alpha.mjs', schemaText({ name: 'changed meanwhile' }));
    await place.import();
    expect((await place.consume(scores)).status).toBe(true);
    expect(entriesIn(contentOf(place.tree()))).toEqual(entriesIn(whole));
    expect(place.index().schemas.alpha?.tools.getItems?.status).toBe('pending');
    expect(place.index().schemas.beta?.tools.getItems?.status).toBe('stable');
  });

  it('an entry of the planned name with other bytes is an error, and stays', async () => {
    await stopAt(operations.length - 3);
    const [path = ''] = entriesIn(whole);
    await place.write(`island/${path}`, '{}\n');
    await expect(place.consume(scores)).rejects.toMatchObject({
      problem: { code: 'ISL-004', where: { file: path } },
    });
    expect(place.island().readText(path)).toBe('{}\n');
  });
});

describe('an import that is interrupted at any operation', () => {
  it('leaves an island that can be rebuilt, and is completed by the same command', async () => {
    await using place = await openWorkplace();
    await place.write(
      '_lists/chains.mjs',
      'export const list = { meta: { name: "chains", version: "1.0.0" }, entries: [{ alias: "eth" }] }',
    );
    await place.import();
    place.wait();
    const back = keepIsland(place);
    await place.write(
      'demo/alpha.mjs',
      schemaText({ name: 'changed', sharedLists: [{ ref: 'chains', version: '1.0.0' }] }),
    );
    await place.write('demo/delta.mjs', schemaText({ name: 'new' }));
    await place.fixture.rm('demo/beta.mjs');
    const counting = new FailingFiles();
    await place.import('demo', { island: place.island(counting) });
    const whole = contentOf(place.tree());
    expect(counting.tried.length).toBeGreaterThan(6);
    for (let k = 1; k <= counting.tried.length; k += 1) {
      back();
      const stopped = await place.import('demo', { island: place.island(new FailingFiles(k)) });
      expect(codesOf(stopped.errors), counting.tried[k - 1]).toEqual(['ISL-001']);
      const rebuilt = await place.rebuild();
      expect(rebuilt.errors).toEqual([]);
      const verified = await verifyTargets({ island: place.island(), targets: ['demo'] });
      expect([counting.tried[k - 1], verified.status, verified.errors]).toEqual([
        counting.tried[k - 1],
        true,
        [],
      ]);
      const { status } = await place.import();
      expect(status).toBe(true);
      expect(contentOf(place.tree()), counting.tried[k - 1]).toEqual(whole);
    }
  });

  it('is completed even if it is the first one', async () => {
    await using place = await openWorkplace();
    const counting = new FailingFiles();
    await place.import('demo', { island: place.island(counting) });
    const whole = contentOf(place.tree());
    for (let k = 1; k <= counting.tried.length; k += 1) {
      rmSync(place.root, { recursive: true });
      const stopped = await place.import('demo', { island: place.island(new FailingFiles(k)) });
      expect(codesOf(stopped.errors)).toEqual(['ISL-001']);
      await place.import();
      expect(contentOf(place.tree()), counting.tried[k - 1]).toEqual(whole);
    }
  });
});

describe('an emit that is interrupted at any operation', () => {
  it.each([null, ['single-test']] as const)(
    'is repeated with no veto twice and none lost (areas %j)',
    async (areas) => {
      const root = 'https://api.coingecko.com';
      const foreign = { root, docs: [`${root}/docs`], requiredServerParams: ['ETHERSCAN_API_KEY'] };
      await using place = await openWorkplace({
        demo: {
          'foreign.mjs': schemaText({
            ...foreign,
            tools: { getItems: toolAt('/ok'), findItems: toolAt('/ok') },
          }),
          ...(areas === null && {
            'alpha.mjs': schemaText({ root: API, tools: { getItems: toolAt('/ok') } }),
          }),
        },
      });
      place.origin = provider.origin;
      await place.import();
      place.wait();
      const back = keepIsland(place);
      const counting = new FailingFiles();
      const whole = await place.emit('demo', { areas, island: place.island(counting) });
      for (let k = 1; k <= counting.tried.length; k += 1) {
        back();
        const stopped = await place.emit('demo', { areas, island: place.island(new FailingFiles(k)) });
        expect(codesOf(stopped.errors)).toEqual(['ISL-001']);
        place.wait();
        const { results } = await place.emit('demo', { areas });
        expect(results[0]?.promptCount).toBe(whole.results[0]?.promptCount);
        expect(pathsOf(place.tree(), '_gradings/'), counting.tried[k - 1]).toHaveLength(2);
        expect(place.index().status).toBe('rejected');
        expect((await place.rebuild()).results[0]?.changed).toBe(false);
      }
    },
  );
});
