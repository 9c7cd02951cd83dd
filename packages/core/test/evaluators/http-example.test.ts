// The HTTP example in fixtures answers as docs/evaluators.md describes, and refuses an invalid payload.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { preflight } from '../../src/evaluators/ask/open-evaluator.js';
import { createHttpEvaluator } from '../../src/evaluators/http.js';
import { buildPayload } from '../../src/evaluators/logic/evaluator.js';

const SERVER = fileURLToPath(new URL('../../../../fixtures/evaluators/http/server.mjs', import.meta.url));

let child: ChildProcess;
let url: string;

beforeAll(async () => {
  child = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout as NodeJS.EventEmitter, 'data');
  url = String(line).trim();
});
afterAll(() => {
  child.kill();
});

it('passes the preflight, scores by the number of words, and reports its version', async () => {
  const evaluator = createHttpEvaluator({
    kind: 'http',
    url,
    headers: {},
    timeoutMs: 5_000,
    range: 'unit',
    taskModel: null,
  });
  expect(await preflight(evaluator)).toBeNull();
  const outcome = await evaluator.evaluate(buildPayload({ candidate: 'Tides of one station, by day.' }), {});
  expect(outcome).toMatchObject({ evaluation: { score: 0.24, sideInfo: { reasoning: 'words: 6' } } });
  expect(evaluator.identity.version).toBe('1.0.0');
  await evaluator.close();
});

it.each(['no JSON', '{"_protocol_version":2}', 'null'])('answers %s with an error status', async (body) => {
  const response = await fetch(url, { method: 'POST', body });
  expect(response.status).toBeGreaterThanOrEqual(400);
});
