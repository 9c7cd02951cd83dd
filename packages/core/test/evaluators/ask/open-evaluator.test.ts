// Trying out an evaluator waits for a busy host, and reports at once what the user has to fix.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tryOut } from '../../../src/evaluators/ask/open-evaluator.js';
import { createHttpEvaluator } from '../../../src/evaluators/http.js';
import { type EvaluatorServer, startEvaluatorServer } from '../evaluator-server.js';

let server: EvaluatorServer;
beforeAll(async () => {
  server = await startEvaluatorServer();
});
afterAll(() => server.close());

async function trialOf(path: string, signal?: AbortSignal) {
  server.seen.length = 0;
  const evaluator = createHttpEvaluator({
    kind: 'http',
    url: `${server.origin}${path}`,
    headers: {},
    timeoutMs: 5_000,
    range: 'unit',
    taskModel: null,
  });
  try {
    return await tryOut(evaluator, signal ? { signal } : {});
  } finally {
    await evaluator.close();
  }
}

it('asks again after a 429', async () => {
  using timers = vi.spyOn(globalThis, 'setTimeout');
  expect(await trialOf('/busy-once')).toBeNull();
  expect(server.seen).toHaveLength(2);
  // The server asked for a second.
  expect(timers.mock.calls.some(([, ms = 0]) => ms > 500 && ms <= 1_000)).toBe(true);
});

it('reports a host that stays busy after four attempts', async () => {
  expect((await trialOf('/say?status=503&header=retry-after:1'))?.code).toBe('EVL-022');
  expect(server.seen).toHaveLength(4);
});

it('asks once if the answer is not a score', async () => {
  expect((await trialOf('/say?status=500&body=down'))?.code).toBe('EVL-022');
  expect(server.seen).toHaveLength(1);
});

it('ends the wait on abort', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')), 100);
  await expect(trialOf('/say?status=429&header=retry-after:60', stop.signal)).rejects.toThrow('stopped');
  expect(server.seen).toHaveLength(1);
});
