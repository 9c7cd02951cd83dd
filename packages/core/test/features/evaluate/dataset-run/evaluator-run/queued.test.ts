// Workers make the calls of a run over a real Redis: same results, and an interrupted run loses no answer.
import { readFileSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EvaluatorSpec, Judge } from '../../../../../src/evaluators/logic/evaluator.js';
import {
  type EvaluatorRunOptions,
  runEvaluator,
} from '../../../../../src/features/evaluate/dataset-run/evaluator-run.js';
import { workOnQueue } from '../../../../../src/features/evaluate/queue/work.js';
import { broken, fakeEvaluator, isPreflight, SPEC, scored } from '../../fake-evaluator.js';
import { type RedisServer, startRedis } from '../../queue/redis-server.js';

const EXAMPLES = 12;
let redis: RedisServer;
let fixture: FsFixture;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
beforeEach(async () => {
  const lines = Array.from({ length: EXAMPLES }, (_, n) => `{"n":${n}}`);
  fixture = await createFixture({ 'set.jsonl': lines.join('\n') });
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await redis.client.flushall();
  await fixture.rm();
});
afterAll(() => redis.close());

const run = (more: Partial<EvaluatorRunOptions> = {}) =>
  runEvaluator({
    ...{ evaluator: SPEC, candidate: 'text', retries: 0, queue: { address: redis.address } },
    sets: { train: fixture.getPath('set.jsonl'), validation: null },
    ...more,
  });

async function work(evaluator: ReturnType<typeof fakeEvaluator>, spec: EvaluatorSpec = SPEC) {
  const stop = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const options = { queue: redis.address, signal: stop.signal, lostAfterMs: 2000, concurrency: 2 };
    const done = workOnQueue({
      ...{ evaluator: spec, ...options, openEvaluator: async () => evaluator, onReady: () => resolve() },
    });
    done.catch(reject);
    stops.push(async () => {
      stop.abort();
      return done;
    });
  });
}

/** Scores an example by its number. */
const own = (answering = (n: number) => scored(n / 100, { n })) =>
  fakeEvaluator((payload) => (isPreflight(payload) ? scored(1) : answering(Number(payload.example?.n))), {
    name: 'grade',
    version: 'unversioned',
  });

it('each call is made once, whoever makes it, and nothing stays in the queue', async () => {
  const workers = [own(), own()];
  await Promise.all(workers.map((one) => work(one)));
  const out = fixture.getPath('out.jsonl');
  const { errors, summary } = await run({ repeats: 2, out });
  expect(errors).toEqual([]);
  expect(summary).toMatchObject({ train: 0.055, failed: 0 });
  expect(workers.flatMap(({ asked }) => asked)).toHaveLength(2 * EXAMPLES);
  expect(await redis.countJobs()).toEqual({});
  const lines = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(
    lines.map(({ index, repeats }) => [index, repeats.map((one: typeof repeats) => one.sideInfo.n)]),
  ).toEqual(lines.map((_, n) => [n, [n, n]]));
});

it('a call that fails has no score, and is made again by the next command', async () => {
  let isMended = false;
  await work(own((n) => (n === 3 && !isMended ? broken() : scored(0.5))));
  const out = fixture.getPath('out.jsonl');
  const first = await run({ out, minMean: 0.9 });
  expect(first.errors.map(({ code }) => code)).toEqual(['EVL-009', 'DST-022']);
  isMended = true;
  const second = await run({ out, resume: true });
  expect([second.status, second.usage.calls]).toEqual([true, 1]);
});

it('an interrupted run leaves its calls; the same command takes the answers', async () => {
  const stop = new AbortController();
  let queued = 0;
  const worker = fakeEvaluator(
    async (payload) => {
      if (isPreflight(payload)) return scored(1);
      while (queued < EXAMPLES) await new Promise((resolve) => setTimeout(resolve, 5));
      stop.abort(new Error('stopped'));
      return scored(0.5);
    },
    { name: 'grade', version: 'unversioned' },
  );
  await work(worker);
  const queue = {
    address: redis.address,
    onQueued: (calls: number) => {
      queued = Math.max(queued, calls);
    },
  };
  await expect(run({ queue, signal: stop.signal })).rejects.toThrow('stopped');
  await expect.poll(() => redis.countJobs(), { timeout: 10_000 }).toEqual({ completed: EXAMPLES });
  expect((await run()).summary.train).toBe(0.5);
  expect(worker.asked).toHaveLength(EXAMPLES);
  expect(await redis.countJobs()).toEqual({});
});

it('each sample of a judge is a call of its own, and the median is taken here', async () => {
  const spec: EvaluatorSpec = {
    ...{ kind: 'judge', model: 'house/judge', apiBase: 'http://127.0.0.1:9/v1', objective: null },
    ...{ intake: null, samples: 3, timeoutMs: 1000, range: 'unit', taskModel: null },
  };
  const { identifyJudge } = await import('../../../../../src/evaluators/judge/model-address.js');
  let calls = 0;
  const judge = fakeEvaluator((payload) =>
    isPreflight(payload) ? scored(1) : scored([0.1, 0.9, 0.4][calls++ % 3] ?? 0),
  );
  await work(
    { ...judge, identity: identifyJudge(spec) } as never as ReturnType<typeof fakeEvaluator> & Judge,
    spec,
  );
  const { results, errors } = await run({ evaluator: spec, limit: 2, concurrency: 1 });
  expect(errors).toEqual([]);
  expect(results.map(({ score }) => score)).toEqual([0.4, 0.4]);
  expect(calls).toBe(6);
  expect(await redis.countJobs()).toEqual({});
});
