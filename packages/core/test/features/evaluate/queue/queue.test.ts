// Calls over a real Redis: answered once, retried, set aside with their reason, continued by the next command.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluator, EvaluatorSpec } from '../../../../src/evaluators/logic/evaluator.js';
import type { EvaluateOptions } from '../../../../src/evaluators/options.js';
import { evaluateTargets } from '../../../../src/features/evaluate/evaluate-targets.js';
import { type WorkOptions, workOnQueue } from '../../../../src/features/evaluate/queue/work.js';
import { problem } from '../../../../src/problems/error-codes.js';
import type { ScoresFile } from '../../../../src/spec/scores.js';
import { oneTool, openImported } from '../../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../../journeys/workplace.js';
import {
  broken,
  type FakeEvaluator,
  fakeEvaluator,
  fakeJudge,
  isPreflight,
  judgement,
  judgeSpec,
  SPEC,
  scored,
} from '../fake-evaluator.js';
import { type RedisServer, startRedis } from './redis-server.js';

let provider: MockProvider;
let redis: RedisServer;
let place: Workplace & AsyncDisposable;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  [provider, redis] = await Promise.all([startMockProvider(), startRedis()]);
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await place[Symbol.asyncDispose]();
  await redis.client.flushall();
});
afterAll(() => Promise.all([provider.close(), redis.close()]));

/** A run with the questions of one tool, but only a few of them. */
async function openRun(): Promise<void> {
  place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit('demo', { areas: ['single-test'] });
}

const evaluate = (more: Partial<EvaluateOptions> = {}) =>
  evaluateTargets({
    ...{ island: place.island(), targets: ['demo'], evaluator: SPEC, retries: 0 },
    now: () => place.now,
    queue: { address: redis.address },
    ...more,
  });

/** The identity that the evaluator of the spec would have. */
const own = (answering?: Parameters<typeof fakeEvaluator>[0], version = 'unversioned') =>
  fakeEvaluator(answering, { name: 'grade', version });

/** A worker in this process; it accepts calls once this resolves. */
async function work(evaluator: Evaluator, more: Partial<WorkOptions> = {}) {
  const stop = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const done = workOnQueue({
      ...{ evaluator: SPEC, queue: redis.address, signal: stop.signal, lostAfterMs: 2000 },
      openEvaluator: async () => evaluator,
      onReady: () => resolve(),
      ...more,
    });
    done.catch(reject);
    stops.push(async () => {
      stop.abort();
      return done;
    });
  });
  return { stop: () => stop.abort() };
}

const asked = (evaluators: readonly FakeEvaluator[]) =>
  evaluators.flatMap((one) => one.asked.map(({ example }) => example?.questionId)).sort();

describe('calls in a queue', () => {
  it('are answered by several workers, each once, and leave nothing behind', async () => {
    await openRun();
    const workers = [own(), own(), own()];
    await Promise.all(workers.map((one) => work(one, { concurrency: 1 })));
    const { results, errors } = await evaluate();
    expect(errors).toEqual([]);
    expect(results[0]).toMatchObject({ total: 7, scored: 7, unit: 'question', prompts: { complete: 1 } });
    const { questions } = place.prompts().prompts[0] ?? { questions: [] };
    expect(asked(workers)).toEqual(questions.map(({ questionId }) => questionId).sort());
    expect(await redis.countJobs()).toEqual({});
  });

  it('give the same scores file as the evaluator in the command itself', async () => {
    await openRun();
    await work(own());
    await evaluate();
    const path = `providers/demo/evaluations/${place.state().taskId}`;
    const queued = place.island().readText(`${path}.scores.json`);
    place.island().replace(`${path}.jsonl`, '', 'quick');
    await evaluate({ queue: null, openEvaluator: async () => own() });
    expect(place.island().readText(`${path}.scores.json`)).toBe(queued);
  });

  it('are repeated after a failure, as often as the command allows', async () => {
    await openRun();
    const stumbling = own((payload, calls) =>
      !isPreflight(payload) && calls <= 7 ? broken(true) : scored(0.9),
    );
    await work(stumbling, { concurrency: 1 });
    const { errors } = await evaluate({ retries: 1 });
    expect(errors).toEqual([]);
    expect(stumbling.asked).toHaveLength(14);
    expect(await redis.countJobs()).toEqual({});
  });

  it('wait while the provider is busy, which does not count as an attempt', async () => {
    await openRun();
    const begun = Date.now();
    const busy = own((payload, calls) =>
      !isPreflight(payload) && calls === 1 ? { ...broken(true), retryAfter: 700 } : scored(0.9),
    );
    await work(busy, { concurrency: 1 });
    expect((await evaluate()).errors).toEqual([]);
    expect(Date.now() - begun).toBeGreaterThan(700);
    expect(busy.asked).toHaveLength(8);
  });

  it('stay within the rate, whichever worker makes them', async () => {
    await openRun();
    const rate = { calls: 2, seconds: 1 };
    await Promise.all([work(own(), { rate }), work(own(), { rate })]);
    const begun = Date.now();
    expect((await evaluate()).errors).toEqual([]);
    // The trial and seven questions need four seconds; the last second need not have passed.
    expect(Date.now() - begun).toBeGreaterThan(2500);
  });
});

describe('a queue without workers', () => {
  it('causes one warning, and the call that tries it out is withdrawn', async () => {
    await openRun();
    const stop = new AbortController();
    const told: unknown[] = [];
    const onIdle = (warning: unknown) => {
      told.push(warning);
      setTimeout(() => stop.abort(new Error('enough')), 200);
    };
    const queue = { address: redis.address, idleAfterMs: 50, onIdle };
    await expect(evaluate({ queue, signal: stop.signal })).rejects.toThrow('enough');
    const args = { queue: redis.address, calls: 'one call' };
    expect(told).toEqual([{ code: 'QUE-008', severity: 'warning', args }]);
    expect(await redis.countJobs()).toEqual({});
  });
});

describe('calls that are set aside', () => {
  const poison = (payload: { example?: Readonly<Record<string, unknown>> }) =>
    payload.example?.questionId === 'Q-single-test-06';

  it('after repeated failures: a question without a score, with its reason; the next command asks it again', async () => {
    await openRun();
    let isMended = false;
    const worker = own((payload) => (poison(payload) && !isMended ? broken(true) : scored(0.9)));
    await work(worker);
    const first = await evaluate({ retries: 1 });
    expect(codesOf(first.errors)).toEqual(['EVR-002']);
    expect(first.results[0]?.unscored).toEqual([
      { prompt: expect.any(String), question: 'Q-single-test-06', problem: broken().problem },
    ]);
    expect(await redis.countJobs()).toEqual({ failed: 1 });
    isMended = true;
    const second = await evaluate({ retries: 1 });
    expect(second.errors).toEqual([]);
    expect(second.results[0]).toMatchObject({ reused: 6, asked: 1 });
    expect(await redis.countJobs()).toEqual({});
  });

  it('a worker with another version of the evaluator: no call is made', async () => {
    await openRun();
    const other = own(undefined, '2.0.0');
    await work(other);
    const args = { wanted: 'grade version unversioned', own: 'grade version 2.0.0' };
    expect((await evaluate()).errors).toEqual([{ code: 'QUE-007', severity: 'error', args }]);
    expect(other.asked).toEqual([]);
    expect(await redis.countJobs()).toEqual({});
  });

  it('a worker with another command line', async () => {
    await openRun();
    await work(own(), { evaluator: { ...SPEC, argv: ['grade', '--strict'] } });
    expect(codesOf((await evaluate()).errors)).toEqual(['QUE-007']);
  });

  it('an unreadable call is set aside by the worker, and never made', async () => {
    await openRun();
    const worker = own();
    const begun = evaluate();
    await untilJobs({ wait: 1 });
    await damageJobs((data) => ({ ...data, format: 2 }));
    await work(worker);
    expect(codesOf((await begun).errors)).toEqual(['QUE-006']);
    expect(worker.asked).toEqual([]);
  });

  it('an invalid answer', async () => {
    await openRun();
    await work(
      own(() => ({ evaluation: { score: 'good' as unknown as number, sideInfo: {} } })),
      {
        openEvaluator: async () => ({
          ...own(),
          evaluate: async (payload) =>
            isPreflight(payload) ? scored(1) : ({ evaluation: { score: 'good' } } as never),
        }),
      },
    );
    const { errors, results } = await evaluate();
    expect(codesOf(errors)).toEqual(['EVR-002']);
    expect(results[0]?.unscored.map((one) => one.problem.code)).toEqual(Array(7).fill('QUE-010'));
  });

  it('a verdict of the evaluator, if only the table of another version has its reason', async () => {
    await openRun();
    await work(
      own((payload) =>
        isPreflight(payload)
          ? scored(1)
          : { problem: { ...problem('EVL-009'), code: 'EVL-999' }, retry: false },
      ),
    );
    const { results } = await evaluate();
    expect(new Set(results[0]?.unscored.map((one) => one.problem.code))).toEqual(new Set(['QUE-009']));
  });
});

describe('an interrupted command', () => {
  it('leaves its calls; workers continue, and the next command uses their answers', async () => {
    await openRun();
    const stop = new AbortController();
    let queued = 0;
    const worker = own(async (payload) => {
      if (isPreflight(payload)) return scored(1);
      while (queued < 7) await new Promise((resolve) => setTimeout(resolve, 5));
      stop.abort(new Error('stopped'));
      return scored(0.9);
    });
    await work(worker, { concurrency: 1 });
    const queue = {
      address: redis.address,
      onQueued: (calls: number) => {
        queued = Math.max(queued, calls);
      },
    };
    await expect(evaluate({ signal: stop.signal, queue })).rejects.toThrow('stopped');
    await untilJobs({ completed: 7 });
    const { errors, results } = await evaluate();
    expect(errors).toEqual([]);
    expect(results[0]?.scored).toBe(7);
    expect(worker.asked).toHaveLength(7);
    expect(await redis.countJobs()).toEqual({});
  });

  it('an interrupted worker gives back its calls', async () => {
    await openRun();
    let hangs = 0;
    const hanging: Evaluator = {
      ...own(),
      evaluate: (payload, { signal }) =>
        new Promise((resolve) => {
          if (isPreflight(payload)) return resolve(scored(1));
          hangs += 1;
          signal?.addEventListener('abort', () => resolve(broken()), { once: true });
        }),
    };
    const { stop } = await work(hanging, { concurrency: 3 });
    const begun = evaluate();
    while (hangs < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    stop();
    const second = own();
    await work(second);
    expect((await begun).errors).toEqual([]);
    expect(second.asked).toHaveLength(7);
  });
});

describe('a judge', () => {
  it('gets whole prompts, whose answers the worker checks as a hand-in would', async () => {
    await openRun();
    const spec: EvaluatorSpec = {
      ...{ kind: 'judge', model: 'house/judge', apiBase: 'http://127.0.0.1:9/v1', objective: null },
      ...{ intake: null, samples: 1, timeoutMs: 1000, range: 'unit', taskModel: null },
    };
    const { identifyJudge } = await import('../../../../src/evaluators/judge/model-address.js');
    const refusals: unknown[] = [];
    const judge = fakeJudge(() => ({ answers: [] }));
    await work(
      {
        ...judge,
        identity: identifyJudge(spec as never),
        answerPrompt: async (
          prompt: never,
          options: { refuse: (answer: unknown) => { problem: unknown } | null },
        ) => {
          const refused = options.refuse({ answers: [] });
          refusals.push(refused);
          return refused ?? judge.answerPrompt(prompt, options as never);
        },
      } as never,
      { evaluator: spec },
    );
    const { results } = await evaluate({ evaluator: spec });
    expect(results[0]).toMatchObject({ unit: 'prompt', total: 1, scored: 0 });
    expect(results[0]?.unscored[0]?.problem.code).toBe('EVR-004');
    expect(refusals).toHaveLength(1);
  });

  it('answers each sample as a call of its own, with its tokens', async () => {
    await openRun();
    const { identifyJudge } = await import('../../../../src/evaluators/judge/model-address.js');
    const evaluator = judgeSpec(3);
    const judge = fakeJudge((schema, calls) => (calls === 2 ? broken(true) : judgement(schema, calls)));
    await work({ ...judge, identity: identifyJudge(evaluator) }, { evaluator });
    const { results, errors } = await evaluate({ evaluator, retries: 1 });
    expect(errors).toEqual([]);
    expect(judge.prompts).toHaveLength(4);
    expect(results[0]).toMatchObject({ scored: 1, usage: { calls: 3, tokens: { in: 24, out: 6 } } });
    const { areas } = place.json<ScoresFile>(results[0]?.scoresPath ?? '');
    expect(areas[0]?.answers.map(({ score }) => score)).toContain(3);
    expect(await redis.countJobs()).toEqual({});
  });
});

async function untilJobs(expected: Record<string, number>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (JSON.stringify(await redis.countJobs()) === JSON.stringify(expected)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(await redis.countJobs()).toEqual(expected);
}

/** Writes other payloads into the waiting jobs. */
async function damageJobs(change: (data: Record<string, unknown>) => unknown): Promise<void> {
  for (const key of await redis.client.keys('flowmcp:*')) {
    if ((await redis.client.type(key)) !== 'hash') continue;
    const data = await redis.client.hget(key, 'data');
    if (data) await redis.client.hset(key, 'data', JSON.stringify(change(JSON.parse(data))));
  }
}
