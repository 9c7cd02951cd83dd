// An evaluator answers many payloads over real HTTP: order of outcomes, limits, pauses, the cache, and the speed of 500
// calls.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askEvaluator } from '../../../../src/evaluators/ask/ask-evaluator.js';
import { openEvaluationCache } from '../../../../src/evaluators/evaluation-cache.js';
import { createHttpEvaluator } from '../../../../src/evaluators/http.js';
import { buildPayload, type Evaluator } from '../../../../src/evaluators/logic/evaluator.js';
import type { Problem } from '../../../../src/problems/problem.js';
import { type EvaluatorServer, startEvaluatorServer } from '../../evaluator-server.js';

let server: EvaluatorServer;
let folder: FsFixture;
const made: Evaluator[] = [];

beforeAll(async () => {
  server = await startEvaluatorServer();
  folder = await createFixture({});
});
beforeEach(() => {
  server.seen.length = 0;
  server.load.most = 0;
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((evaluator) => evaluator.close()));
});
afterAll(async () => {
  await server.close();
  await folder.rm();
});

function evaluatorAt(path: string): Evaluator {
  const evaluator = createHttpEvaluator({
    kind: 'http',
    url: `${server.origin}${path}`,
    headers: {},
    timeoutMs: 5_000,
    range: 'unit',
    taskModel: null,
  });
  made.push(evaluator);
  return evaluator;
}

/** Candidates of 0, 1, 2 … characters: /ok scores a hundredth for each character. */
const payloads = (count: number) =>
  Array.from({ length: count }, (_, length) => buildPayload({ candidate: 'x'.repeat(length) }));

describe('askEvaluator', () => {
  it('answers in the order of the payloads, whichever answer comes first', async () => {
    const told: number[] = [];
    const outcomes = await askEvaluator({
      evaluator: evaluatorAt('/ok'),
      payloads: payloads(60),
      concurrency: 8,
      onOutcome: (_, index) => void told.push(index),
    });
    expect(outcomes.map((outcome) => ('evaluation' in outcome ? outcome.evaluation.score : null))).toEqual(
      Array.from({ length: 60 }, (_, length) => length / 100),
    );
    expect([...told].sort((a, b) => a - b)).toEqual(outcomes.map((_, index) => index));
    expect(server.seen).toHaveLength(60);
    expect(server.load.most).toBeLessThanOrEqual(8);
  });

  it('keeps the time of cached answers, and asks again about those without one', async () => {
    const cacheFolder = folder.getPath('dated');
    const warnings: Problem[] = [];
    const cache = await openEvaluationCache({
      folder: cacheFolder,
      onWarning: (found) => warnings.push(found),
    });
    const evaluator = evaluatorAt('/ok');
    const [undated, ...others] = payloads(3);
    // As an earlier version wrote it.
    await cache.write({ evaluator: evaluator.cacheKey, question: undated }, { score: 1, sideInfo: {} });
    const times = ['2026-03-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z'];
    const [first, second] = times.map((time) => () => new Date(time));
    const asking = { evaluator, cache, concurrency: 1 };
    await askEvaluator({ ...asking, payloads: others, ...(first && { now: first }) });
    const outcomes = await askEvaluator({ ...asking, payloads: payloads(3), ...(second && { now: second }) });
    expect(outcomes.map((outcome) => ('at' in outcome ? outcome.at : null))).toEqual([
      times[1],
      times[0],
      times[0],
    ]);
    expect(outcomes[0]).toMatchObject({ evaluation: { score: 0 } });
    expect(warnings).toEqual([]);
  });

  it('waits as long as a busy server demands, and then gets the answer', async () => {
    using timers = vi.spyOn(globalThis, 'setTimeout');
    const outcomes = await askEvaluator({
      evaluator: evaluatorAt('/busy-once'),
      payloads: payloads(3),
      retries: 0,
    });
    expect(outcomes.every((outcome) => 'evaluation' in outcome)).toBe(true);
    expect(server.seen).toHaveLength(4);
    // The server asked for a second.
    expect(timers.mock.calls.some(([, ms = 0]) => ms > 500 && ms <= 1_000)).toBe(true);
  });

  it('leaves no call open after an abort', async () => {
    const abort = new AbortController();
    const { calls } = server.abandoned;
    const asked = askEvaluator({
      evaluator: evaluatorAt('/hang'),
      payloads: payloads(100),
      concurrency: 5,
      signal: abort.signal,
    });
    await expect.poll(() => server.seen.length).toBe(5);
    abort.abort(new Error('interrupted'));
    await expect(asked).rejects.toThrow('interrupted');
    await expect.poll(() => server.abandoned.calls).toBe(calls + 5);
    expect(server.seen).toHaveLength(5);
  });

  it('makes 500 calls, 20 at a time and never more', async () => {
    const outcomes = await askEvaluator({
      evaluator: evaluatorAt('/slow'),
      payloads: payloads(500),
      concurrency: 20,
    });
    expect(outcomes.filter((outcome) => 'evaluation' in outcome)).toHaveLength(500);
    expect(server.load.most).toBe(20);
  });
});

describe('with a cache', () => {
  const warnings: Problem[] = [];
  const cacheAt = (name: string) =>
    openEvaluationCache({ folder: folder.getPath(name), onWarning: (warning) => warnings.push(warning) });

  it('asks only what was not answered before', async () => {
    const cache = await cacheAt('twice');
    const first = await askEvaluator({ evaluator: evaluatorAt('/ok'), payloads: payloads(10), cache });
    expect(server.seen).toHaveLength(10);
    const second = await askEvaluator({ evaluator: evaluatorAt('/ok'), payloads: payloads(12), cache });
    expect(server.seen).toHaveLength(12);
    expect(second.slice(0, 10)).toEqual(first);
    expect(warnings).toEqual([]);
  });

  it('asks again about failures', async () => {
    const cache = await cacheAt('failed');
    const broken = () =>
      askEvaluator({ evaluator: evaluatorAt('/say?body=x'), payloads: payloads(2), retries: 0, cache });
    await broken();
    await broken();
    expect(server.seen).toHaveLength(4);
  });

  it('asks a new version again, once the evaluator has reported it', async () => {
    const cache = await cacheAt('versions');
    const evaluator = evaluatorAt('/version');
    await evaluator.evaluate(buildPayload({ candidate: 'preflight' }), {});
    await askEvaluator({ evaluator, payloads: payloads(3), cache });
    expect(server.seen).toHaveLength(4);
    await askEvaluator({ evaluator, payloads: payloads(3), cache });
    expect(server.seen).toHaveLength(4);
    const unversioned = { ...evaluator, identity: evaluator.identity, cacheKey: `${evaluator.cacheKey}.1` };
    await askEvaluator({ evaluator: unversioned, payloads: payloads(3), cache });
    expect(server.seen).toHaveLength(7);
  });
});
