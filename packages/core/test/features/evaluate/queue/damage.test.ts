// Anyone with access to Redis can write anything: an invalid answer fails that call, but never ends a command.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { evaluateTargets } from '../../../../src/features/evaluate/evaluate-targets.js';
import { workOnQueue } from '../../../../src/features/evaluate/queue/work.js';
import { oneTool, openImported } from '../../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import type { Workplace } from '../../../journeys/workplace.js';
import { fakeEvaluator, isPreflight, SPEC, scored } from '../fake-evaluator.js';
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

const QUESTIONS = 7;
const DAMAGED = 'Q-single-test-06';

type Fields = Record<string, string>;
const answer = (value: unknown): Fields => ({ returnvalue: JSON.stringify(value) });
const nested = '['.repeat(5000) + ']'.repeat(5000);

/** Replaces the worker's answer. */
const ANSWERED: Record<string, Fields> = {
  'a text': answer('good'),
  null: answer(null),
  'no JSON': { returnvalue: '{"version":' },
  'a judgement, where a score was asked for': answer({ version: '1', raw: { answer: { answers: [] } } }),
  'a score that is a text': answer({ version: '1', raw: { evaluation: { score: '1', sideInfo: {} } } }),
  'a score beyond the range': answer({ version: '1', raw: { evaluation: { score: 7, sideInfo: {} } } }),
  'side information that is a list': answer({
    version: '1',
    raw: { evaluation: { score: 1, sideInfo: [] } },
  }),
  'what is nested without end': {
    returnvalue: `{"version":"1","raw":{"evaluation":{"score":1,"sideInfo":{"a":${nested}}}}}`,
  },
};

/**
 * Acts as a worker that answers, and as a stranger who overwrites one of its answers before the command has read it.
 */
async function evaluateDamaged(fields: Fields) {
  place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit('demo', { areas: ['single-test'] });
  const worker = fakeEvaluator(() => scored(0.9), { name: 'grade', version: 'unversioned' });
  const stop = new AbortController();
  let damaged = false;
  let queued = 0;
  const damage = async () => {
    for (const key of await redis.client.keys('flowmcp:*:call-*')) {
      if ((await redis.client.type(key)) !== 'hash') continue;
      if (!(await redis.client.hget(key, 'data'))?.includes(`"question":"${DAMAGED}"`)) continue;
      await redis.client.hset(key, fields);
      damaged = true;
    }
  };
  const first = new AbortController();
  const evaluate = (signal?: AbortSignal) =>
    evaluateTargets({
      ...{ island: place.island(), targets: ['demo'], evaluator: SPEC, retries: 0, now: () => place.now },
      queue: {
        address: redis.address,
        onQueued: (calls) => {
          queued = Math.max(queued, calls);
        },
      },
      ...(signal && { signal }),
    });
  const hanging = {
    ...worker,
    evaluate: (async (payload, options) => {
      if (!isPreflight(payload)) {
        while (queued < QUESTIONS) await new Promise((resolve) => setTimeout(resolve, 5));
        first.abort(new Error('stopped'));
      }
      return worker.evaluate(payload, options);
    }) as typeof worker.evaluate,
  };
  await new Promise<void>((resolve, reject) => {
    const done = workOnQueue({
      ...{ evaluator: SPEC, queue: redis.address, signal: stop.signal, concurrency: 1 },
      openEvaluator: async () => hanging,
      onReady: () => resolve(),
    });
    done.catch(reject);
    stops.push(async () => {
      stop.abort();
      return done;
    });
  });
  await expect(evaluate(first.signal)).rejects.toThrow('stopped');
  while ((await redis.countJobs()).completed !== QUESTIONS)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await damage();
  expect(damaged).toBe(true);
  return { evaluate, worker };
}

describe('an answer in the queue', () => {
  it.each(Object.entries(ANSWERED))(
    '%s: one question without a score, which the next command asks',
    async (_, fields) => {
      const { evaluate, worker } = await evaluateDamaged(fields);
      const { results } = await evaluate();
      const [result] = results;
      const unscored = result?.unscored.map(({ question, problem: { code } }) => [question, code]);
      expect(result?.scored).toBe(QUESTIONS - 1);
      expect(unscored).toEqual([[DAMAGED, expect.stringMatching(/^(?:QUE-010|EVL-014)$/)]]);
      const again = await evaluate();
      expect(again.errors).toEqual([]);
      expect(again.results[0]).toMatchObject({ reused: QUESTIONS - 1, asked: 1, scored: 1 });
      expect(worker.asked).toHaveLength(QUESTIONS + 1);
      expect(await redis.countJobs()).toEqual({});
    },
  );

  it('a job that is not JSON is queued again', async () => {
    const { evaluate, worker } = await evaluateDamaged({ data: '{' });
    const { errors, results } = await evaluate();
    expect(errors).toEqual([]);
    expect(results[0]?.scored).toBe(QUESTIONS);
    expect(worker.asked).toHaveLength(QUESTIONS + 1);
  });
});
