// An HTTP evaluator sends the right request, accepts only scores, reports each failure separately, and never shows a
// header value.

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpEvaluator } from '../../src/evaluators/http.js';
import type { EvaluationOutcome, Evaluator, HttpSpec } from '../../src/evaluators/logic/evaluator.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import { GradingError } from '../../src/problems/problem.js';
import { type EvaluatorServer, startEvaluatorServer } from './evaluator-server.js';

const PAYLOAD = { _protocol_version: 2, candidate: 'ten chars.' } as const;
const KEY = 'k3y-0f-some-length';

let server: EvaluatorServer;
const made: Evaluator[] = [];

beforeAll(async () => {
  server = await startEvaluatorServer();
});
beforeEach(() => {
  server.seen.length = 0;
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((evaluator) => evaluator.close()));
});
afterAll(() => server.close());

function evaluatorAt(path: string, spec: Partial<HttpSpec> = {}): Evaluator {
  const evaluator = createHttpEvaluator({
    kind: 'http',
    url: path.startsWith('http') ? path : `${server.origin}${path}`,
    headers: {},
    timeoutMs: 5_000,
    range: 'unit',
    taskModel: null,
    ...spec,
  });
  made.push(evaluator);
  return evaluator;
}

const ask = (path: string, spec?: Partial<HttpSpec>) => evaluatorAt(path, spec).evaluate(PAYLOAD, {});

const saying = (body: string, more: Record<string, string> = {}) =>
  `/say?${new URLSearchParams({ body, ...more })}`;

/** Code, message, and whether a retry may help. */
function failureOf(outcome: EvaluationOutcome) {
  if (!('problem' in outcome)) throw new Error(`scored ${outcome.evaluation.score}`);
  const { problem, retry, retryAfter } = outcome;
  return { code: problem.code, retry, retryAfter, ...describeProblem(problem) };
}

describe('a call', () => {
  it('is one POST of the payload as JSON, with the headers of the spec', async () => {
    const outcome = await ask('/ok', { headers: { 'X-Own': 'mine' } });
    expect(outcome).toEqual({ evaluation: { score: 0.1, sideInfo: { reasoning: 'by length' } } });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      body: JSON.stringify(PAYLOAD),
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-own': 'mine' },
    });
  });

  it('uses the content type of the spec', async () => {
    await ask('/ok', { headers: { 'Content-Type': 'application/vnd.own+json' } });
    expect(server.seen[0]?.headers['content-type']).toBe('application/vnd.own+json');
  });

  it('accepts a byte order mark, and any 2xx', async () => {
    expect(await ask(saying('\uFEFF{"score":1}', { status: '201' }))).toEqual({
      evaluation: { score: 1, sideInfo: {} },
    });
  });
});

describe('an answer without a score is a failure', () => {
  it.each([
    ['', 'EVL-009', '(nothing)'],
    ['NaN', 'EVL-062', 'NaN'],
    ['{"score": 0, "score": 1}', 'EVL-009', 'two members named score'],
    ['{"score": NaN, "note": "NaN\\" is Infinity"}', 'EVL-062', 'answered with NaN, but'],
    ['{"score": 0.5, "parts": [1, -Infinity]}', 'EVL-062', 'answered with -Infinity, but'],
    ['{"score": NaN', 'EVL-009', '{"score": NaN'],
    ['{"score": .5, "note": "NaN"}', 'EVL-009', '{"score": .5'],
    ['{"score": NaN, "note": "no end', 'EVL-009', 'no end'],
    ['{"score": 0.5} trailing', 'EVL-009', 'trailing'],
    ['log line\n{"score": 0.5}', 'EVL-009', 'log line {"score": 0.5}'],
    ['<html>it works</html>', 'EVL-009', '<html>'],
    ['0.5', 'EVL-010', 'a number'],
    ['[0.5]', 'EVL-010', 'a list'],
    ['null', 'EVL-010', 'null'],
    ['{"Score":0.5}', 'EVL-011', 'Score'],
    ['{"score":"0.5"}', 'EVL-012', '"0.5"'],
    ['{"score":true}', 'EVL-012', 'true'],
    ['{"score":null}', 'EVL-012', 'null'],
    ['{"score":1e999}', 'EVL-013', 'Infinity'],
    ['{"score":1.2}', 'EVL-014', '1.2'],
    ['{"score":-0.1}', 'EVL-014', '-0.1'],
  ])('%s: %s', async (body, code, shown) => {
    const found = failureOf(await ask(saying(body)));
    expect(found).toMatchObject({ code, retry: true, retryAfter: undefined });
    expect(found.message).toContain(shown);
  });

  it('accepts a score above 1 only if the range is any', async () => {
    expect(await ask(saying('{"score":4.2}'), { range: 'any' })).toEqual({
      evaluation: { score: 4.2, sideInfo: {} },
    });
  });

  it('refuses bytes that are not UTF-8', async () => {
    expect(failureOf(await ask('/latin1')).code).toBe('EVL-009');
  });

  it('refuses nesting so deep that reading it would end the program', async () => {
    expect(failureOf(await ask('/deep')).code).toBe('EVL-009');
    const fine = `{"score":1,"a":${'['.repeat(50)}${']'.repeat(50)}}`;
    expect(await ask(saying(fine))).toMatchObject({ evaluation: { score: 1 } });
  });
});

describe('an answer of more than 1 MiB', () => {
  it('is not read to its end', async () => {
    const found = failureOf(await ask('/huge'));
    expect(found).toMatchObject({ code: 'EVL-027', retry: true });
    expect(server.streamed.bytes).toBeLessThan(16 * 1024 * 1024);
  });

  it('is measured after decompression', async () => {
    expect(failureOf(await ask('/bomb')).code).toBe('EVL-027');
  });
});

describe('a status other than 2xx', () => {
  it.each([
    [400, false],
    [401, false],
    [404, false],
    [408, false],
    [500, true],
    [502, true],
  ])('%i: is retried %s', async (status, retry) => {
    const found = failureOf(await ask(saying('so it is', { status: `${status}` })));
    expect(found).toMatchObject({ code: 'EVL-022', retry, retryAfter: undefined });
    expect(found.message).toContain(`HTTP ${status}: so it is`);
  });

  it('shows 500 characters of the answer', async () => {
    const { message } = failureOf(await ask(saying('é'.repeat(800), { status: '500' })));
    expect(message.match(/é/g)).toHaveLength(500);
  });

  it.each([
    ['429', 'retry-after:7', 7_000],
    ['503', 'retry-after:0', 0],
    ['429', 'x-none:1', 0],
  ])('%s with %s', async (status, header, retryAfter) => {
    const found = failureOf(await ask(saying('', { status, header })));
    expect(found).toMatchObject({ code: 'EVL-022', retry: true, retryAfter });
  });

  it('reads a date in Retry-After', async () => {
    const at = new Date(Date.now() + 60_000).toUTCString();
    const { retryAfter } = failureOf(await ask(saying('', { status: '503', header: `retry-after:${at}` })));
    expect(retryAfter).toBeGreaterThan(57_000);
    expect(retryAfter).toBeLessThanOrEqual(60_000);
  });

  it.each(['301', '302', '307', '308'])('%s is not followed', async (status) => {
    const header = `location:${server.origin}/ok?ticket=abc`;
    const found = failureOf(await ask(saying('', { status, header })));
    expect(found).toMatchObject({ code: 'EVL-022', retry: false });
    expect(found.message).toContain(`HTTP ${status}: a redirect to ${server.origin}/ok`);
    expect(found.message).not.toContain('ticket');
    expect(server.seen).toHaveLength(1);
  });
});

describe('a missing answer', () => {
  it.each([
    ['/hang', 'EVL-024'],
    ['/drip', 'EVL-024'],
  ])('%s: within the time limit of the call, %s', async (path, code) => {
    using timers = vi.spyOn(globalThis, 'setTimeout');
    expect(failureOf(await ask(path, { timeoutMs: 200 }))).toMatchObject({ code, retry: true });
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 200);
  });

  it.each([
    ['/reset', 'EVL-028'],
    ['/reset-in-the-middle', 'EVL-028'],
    ['/no-http', 'EVL-028'],
  ])('%s: %s', async (path, code) => {
    expect(failureOf(await ask(path))).toMatchObject({ code, retry: true });
  });

  it('because no server listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const found = failureOf(await ask(`http://127.0.0.1:${port}/`));
    expect(found).toMatchObject({ code: 'EVL-020', retry: true });
    expect(found.message).toContain(`http://127.0.0.1:${port}/ refused the connection`);
  });

  it('because the host has no address', async () => {
    const evaluator = createHttpEvaluator(
      {
        kind: 'http',
        url: 'http://nowhere.invalid/',
        headers: {},
        timeoutMs: 5_000,
        range: 'unit',
        taskModel: null,
      },
      { lookup: (_, __, done) => done(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), '', 0) },
    );
    made.push(evaluator);
    expect(failureOf(await evaluator.evaluate(PAYLOAD, {}))).toMatchObject({ code: 'EVL-025', retry: true });
  });

  it('because the server does not speak TLS', async () => {
    const found = failureOf(await ask(server.origin.replace('http:', 'https:')));
    expect(found).toMatchObject({ code: 'EVL-026', retry: false });
  });

  it('is cancelled at once, together with the connection', async () => {
    const { calls } = server.abandoned;
    const abort = new AbortController();
    const asked = evaluatorAt('/hang').evaluate(PAYLOAD, { signal: abort.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort();
    expect(failureOf(await asked)).toMatchObject({ code: 'EVL-016', retry: false });
    await expect.poll(() => server.abandoned.calls).toBe(calls + 1);
    const late = await evaluatorAt('/ok').evaluate(PAYLOAD, { signal: abort.signal });
    expect(failureOf(late).code).toBe('EVL-016');
    expect(server.seen).toHaveLength(1);
  });
});

describe('a secret of a header', () => {
  const headers = { Authorization: `Bearer ${KEY}`, 'X-Own': 'own-secret-value' };
  const holdsSecret = (value: unknown) => /k3y-0f|own-secret/.test(JSON.stringify(value));

  it('is sent', async () => {
    await ask('/echo', { headers });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-own': 'own-secret-value',
    });
  });

  it('does not return as side information, neither as value nor as key', async () => {
    const outcome = await ask('/echo', { headers });
    expect(outcome).toMatchObject({
      evaluation: { score: 0.25, sideInfo: { headers: { authorization: '[redacted]' }, '[redacted]': 1 } },
    });
    expect(holdsSecret(outcome)).toBe(false);
  });

  it.each([
    `the key ${KEY} is not known`,
    `{"headers":{"authorization":"Bearer ${KEY}"}}`,
    `not valid: ${Buffer.from(KEY).toString('base64')}`,
  ])('does not return in a message: %s', async (body) => {
    const outcome = await ask(saying(body, { status: '401' }), { headers });
    expect(failureOf(outcome).message).toContain('[redacted]');
    expect(failureOf(outcome).message).not.toMatch(
      new RegExp(`${KEY}|${Buffer.from(KEY).toString('base64')}`),
    );
    expect(failureOf(await ask(saying(body), { headers })).message).not.toContain(KEY);
  });

  it.each([480, 490, 500, 510, 700])('is not cut in two at character %i', async (at) => {
    const outcome = await ask(saying(`${'.'.repeat(at)}${KEY}${'.'.repeat(5_000)}`, { status: '500' }), {
      headers,
    });
    expect(failureOf(outcome).message).not.toContain('k3y');
  });

  it.each([`{"${KEY}":1}`, `{"score":"${KEY}"}`])(
    'is not part of the reason in a message about %s',
    async (body) => {
      expect(failureOf(await ask(saying(body), { headers })).message).not.toContain(KEY);
    },
  );

  it('in Basic form is recognized decoded as well', async () => {
    const basic = Buffer.from('someone:pass-word').toString('base64');
    const outcome = await ask(saying('no pass-word', { status: '401' }), {
      headers: { authorization: `Basic ${basic}` },
    });
    expect(failureOf(outcome).message).not.toContain('pass-word');
  });

  it('in the query is protected too, and other words stay', async () => {
    const outcome = await ask(
      saying('0123456789 strict', { status: '401', api_key: '0123456789', mode: 'strict' }),
    );
    expect(failureOf(outcome).message).toContain('HTTP 401: [redacted] strict');
  });

  it('is part of neither identity nor cacheKey', () => {
    const evaluator = evaluatorAt('/ok?api_key=query-secret', { headers });
    expect(JSON.stringify([evaluator.identity, evaluator.cacheKey])).not.toMatch(/secret|k3y/);
  });
});

describe('identity', () => {
  it('is the address without query, unversioned until the evaluator reports a version', async () => {
    const evaluator = evaluatorAt('/version?mode=strict');
    const name = `${server.origin}/version`;
    const common = { kind: 'script', name, harness: 'evaluator-http' };
    expect(evaluator.identity).toEqual({ ...common, version: 'unversioned' });
    const before = evaluator.cacheKey;
    await evaluator.evaluate(PAYLOAD, {});
    expect(evaluator.identity).toEqual({ ...common, version: '1.4.0' });
    expect(evaluator.cacheKey).not.toBe(before);
  });

  it('stays unversioned if the version is missing or invalid', async () => {
    for (const path of [
      '/ok',
      saying('{"score":1,"evaluator_version":3}'),
      saying('{"score":1,"evaluator_version":"a b"}'),
    ]) {
      const evaluator = evaluatorAt(path);
      expect(await evaluator.evaluate(PAYLOAD, {})).toHaveProperty('evaluation');
      expect(evaluator.identity.version).toBe('unversioned');
    }
  });

  it('does not change during a run', async () => {
    const evaluator = evaluatorAt('/versions');
    await evaluator.evaluate(PAYLOAD, {});
    const found = failureOf(await evaluator.evaluate(PAYLOAD, {}));
    expect(found.code).toBe('EVL-050');
    expect(found.message).toContain('version 2.1 and now answers as version 2.2');
    expect(evaluator.identity.version).toBe('2.1');
  });

  it('has another cacheKey for other answers: path, query, range', () => {
    const keys = [
      evaluatorAt('/ok'),
      evaluatorAt('/version'),
      evaluatorAt('/ok?mode=a'),
      evaluatorAt('/ok?mode=b'),
      evaluatorAt('/ok', { range: 'any' }),
    ].map(({ cacheKey }) => cacheKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(evaluatorAt('/ok').cacheKey).toBe(keys[0]);
  });
});

describe('an unusable spec', () => {
  const refusal = (spec: Partial<HttpSpec>) => {
    try {
      evaluatorAt('/ok', spec);
    } catch (error) {
      if (error instanceof GradingError) return error;
      throw error;
    }
    throw new Error('accepted');
  };

  it.each([
    ['127.0.0.1:8080/score', 'it is not a URL'],
    ['localhost:8080/score', 'its scheme is localhost:'],
    ['nowhere', 'it is not a URL'],
    ['ftp://127.0.0.1/x', 'its scheme is ftp:'],
    ['http://me:hunter2@127.0.0.1/x', 'a user name or a password'],
    ['me:hunter2@127.0.0.1:x/y?key=hunter2', ''],
  ])('address %s', (url, reason) => {
    const { problem, message } = refusal({ url });
    expect(problem.code).toBe('EVL-023');
    expect(message).toContain(reason);
    expect(message).not.toContain('hunter2');
  });

  it.each([
    [{ 'X-Own': 'two\r\nlines-hunter2' }, 'header X-Own'],
    [{ Host: 'elsewhere-hunter2' }, 'it belongs to the connection'],
    [{ fine: '1', 'Bearer hunter2': 'x' }, 'header no. 2'],
  ])('header %j', (headers, reason) => {
    const { problem, message } = refusal({ headers });
    expect(problem.code).toBe('EVL-029');
    expect(message).toContain(reason);
    expect(message).not.toContain('hunter2');
  });
});
