// The HTTP client: caps, time limits, redirects, 429, the guard against internal hosts; a failure is a value.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClientOptions } from '../../src/net/client.js';
import type { HttpClient, HttpRequest } from '../../src/net/logic/http.js';
import { type MockApi, startMockApi } from '../pretest/mock-api.js';

let api: MockApi;
const clients: HttpClient[] = [];

beforeAll(async () => {
  api = await startMockApi();
});
afterAll(() => api.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const made = createHttpClient({
    allowHosts: [`127.0.0.1:${api.port}`],
    originMap: {},
    timeoutMs: 5_000,
    maxBytes: 64 * 1024,
    concurrency: 8,
    perHost: 4,
    throttleMs: 0,
    retries: 3,
    ...options,
  });
  clients.push(made);
  return made;
}

const get = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: `${api.origin}${path}`,
  headers: {},
  ...more,
});

async function bodyOf(made: HttpClient, request: HttpRequest) {
  const outcome = await made.send(request);
  if (outcome.kind !== 'response') throw new Error(outcome.message);
  return JSON.parse(outcome.body.toString());
}

describe('the path to an answer', () => {
  const gathered = async (options: Partial<HttpClientOptions>, url = `${api.origin}/ok`) =>
    (await client(options).send({ method: 'GET', url, headers: {} })).gathered;
  const API = 'https://api.example.org';

  it('is recorded if it led to a private address, or to another origin', async () => {
    expect(await gathered({})).toEqual({ allowedHost: true });
    const originMap = { [API]: api.origin };
    expect(await gathered({ originMap }, `${API}/ok`)).toEqual({ originMap: true, allowedHost: true });
    // One map that does not concern this request, and one that leads to the same origin.
    expect(await gathered({ originMap })).toEqual({ allowedHost: true });
    expect(await gathered({ originMap: { [api.origin]: api.origin } })).toEqual({ allowedHost: true });
  });

  it('through a redirect counts as well, and that of a failure as far as it went', async () => {
    const elsewhere = { originMap: { [`http://localhost:${api.port}`]: api.origin } };
    const hosts = { allowHosts: ['127.0.0.1', 'localhost'] };
    const url = `http://localhost:${api.port}/redirect-absolute`;
    expect(await gathered({ ...hosts, ...elsewhere }, url)).toEqual({ originMap: true, allowedHost: true });
    const closed = { originMap: { [API]: 'http://127.0.0.1:1' }, allowHosts: ['127.0.0.1'] };
    expect(await gathered(closed, `${API}/ok`)).toEqual({ originMap: true });
    expect(await gathered({ allowHosts: [] })).toBeUndefined();
  });
});

describe('an answer', () => {
  it('has status, type, bytes and time', async () => {
    const outcome = await client().send(get('/ok'));
    expect(outcome).toMatchObject({ kind: 'response', status: 200, contentType: 'application/json' });
    expect(outcome).toMatchObject({ bytes: 47, truncated: false });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  });

  it.each([201, 204, 400, 401, 403, 404, 500])('%i is a response, not a failure', async (status) => {
    expect(await client().send(get(`/${status}`))).toMatchObject({ kind: 'response', status });
  });

  it('is decompressed', async () => {
    expect(await bodyOf(client(), get('/gzip'))).toEqual({ packed: true });
  });

  it('reflects method, headers and body of the request, without connection headers', async () => {
    const headers = { 'X-Api-Key': 'k', Host: 'evil.example', 'User-Agent': 'mine' };
    const seen = await bodyOf(client(), get('/echo?q=1', { method: 'POST', headers, body: '{"a":1}' }));
    expect(seen).toMatchObject({ method: 'POST', url: '/echo?q=1', body: '{"a":1}' });
    expect(seen.headers).toMatchObject({
      'x-api-key': 'k',
      'user-agent': 'mine',
      host: `127.0.0.1:${api.port}`,
    });
  });

  it('does not pass through a proxy from the environment', async () => {
    const before = process.env.HTTP_PROXY;
    process.env.HTTP_PROXY = 'http://127.0.0.1:9';
    try {
      expect(await client().send(get('/ok'))).toMatchObject({ status: 200 });
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY;
      else process.env.HTTP_PROXY = before;
    }
  });

  it('is left unread if only the status is wanted', async () => {
    const outcome = await client().send(get('/huge', { ignoreBody: true }));
    expect(outcome).toMatchObject({ kind: 'response', status: 200, bytes: 0 });
  });
});

describe('the cap', () => {
  it('stops a body of 200 MB after the first bytes', async () => {
    const outcome = await client().send(get('/huge'));
    expect(outcome).toMatchObject({ kind: 'response', status: 200, bytes: 65_536, truncated: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(api.streamed.bytes).toBeLessThan(50 * 1024 * 1024);
  });

  it('counts decompressed bytes, so a bomb is stopped too', async () => {
    const outcome = await client().send(get('/gzip-bomb'));
    expect(outcome).toMatchObject({ bytes: 65_536, truncated: true });
  });

  it('a body of exactly the cap is whole', async () => {
    expect(await client({ maxBytes: 47 }).send(get('/ok'))).toMatchObject({ bytes: 47, truncated: false });
    expect(await client({ maxBytes: 46 }).send(get('/ok'))).toMatchObject({ bytes: 46, truncated: true });
  });
});

describe('a failure is a value', () => {
  it.each([
    ['/slow', 'timeout'],
    ['/silent', 'timeout'],
    ['/reset', 'reset'],
    ['/reset-in-body', 'reset'],
    ['/bad-gzip', 'bad-response'],
    ['/odd-encoding', 'bad-response'],
    ['/301-self', 'redirect'],
    ['/302-file', 'redirect'],
    ['/302-metadata', 'blocked-address'],
  ])('%s: %s', async (path, reason) => {
    const timeoutMs = reason === 'timeout' ? 300 : 10_000;
    const outcome = await client({ timeoutMs }).send(get(path));
    expect(outcome).toMatchObject({ kind: 'failed', reason });
  });

  it('a loop of redirects keeps its status and ends after five', async () => {
    const before = api.seen.length;
    expect(await client().send(get('/301-self'))).toMatchObject({ reason: 'redirect', status: 301 });
    expect(api.seen.length - before).toBe(6);
  });

  it('a redirect without a destination is an answer', async () => {
    expect(await client().send(get('/302-nowhere'))).toMatchObject({ kind: 'response', status: 302 });
  });

  it('refused, unknown name, no address, bad header', async () => {
    const made = client({
      allowHosts: ['127.0.0.1', 'nowhere.test'],
      surroundings: {
        lookup: (hostname, _, done) =>
          done(Object.assign(new Error(`getaddrinfo ${hostname}`), { code: 'ENOTFOUND' }), '', 0),
      },
    });
    expect(await made.send(get('', { url: 'http://127.0.0.1:1/?key=s3cret' }))).toMatchObject({
      reason: 'refused',
      message: expect.not.stringContaining('s3cret'),
    });
    expect(await made.send(get('', { url: 'http://nowhere.test/' }))).toMatchObject({ reason: 'dns' });
    for (const url of ['', 'ftp://x.test/', 'http://user:pw@x.test/', 'x']) {
      expect(await made.send(get('', { url }))).toMatchObject({ reason: 'bad-url' });
    }
    expect(await made.send(get('/ok', { headers: { 'x-key': 'a\r\nb: c' } }))).toMatchObject({
      reason: 'bad-request',
      message: expect.not.stringContaining('a\r\nb'),
    });
  });

  it('an open request ends when the client is closed', async () => {
    const made = client();
    const pending = made.send(get('/silent'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await made.close();
    expect(await pending).toMatchObject({ kind: 'failed', reason: 'closed' });
  });
});

describe('the guard', () => {
  it('refuses loopback unless it is allowed, by address and by name', async () => {
    const before = api.seen.length;
    const made = client({ allowHosts: [] });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      'localhost',
      '[::1]',
      '[::ffff:7f00:1]',
    ]) {
      const outcome = await made.send(get('', { url: `http://${host}:${api.port}/ok` }));
      expect(outcome, host).toMatchObject({ kind: 'failed', reason: 'blocked-address' });
    }
    expect(api.seen.length).toBe(before);
  });

  it('allows one port and no other', async () => {
    const other = await startMockApi();
    const made = client();
    expect(await made.send(get('', { url: `${other.origin}/ok` }))).toMatchObject({
      reason: 'blocked-address',
    });
    expect(other.seen).toEqual([]);
    await other.close();
  });

  it('runs again on every redirect', async () => {
    const before = api.seen.filter(({ url }) => url === '/ok').length;
    const outcome = await client().send(get('/302-private'));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'blocked-address' });
    expect(api.seen.filter(({ url }) => url === '/ok').length).toBe(before);
  });

  it('judges the dialled address: a name that turns private is refused', async () => {
    const answers = ['127.0.0.1', '10.0.0.1', '169.254.169.254'];
    const asked: string[] = [];
    const made = client({
      surroundings: {
        lookup: (hostname, _, done) => {
          asked.push(hostname);
          const address = answers[asked.length - 1] ?? '127.0.0.1';
          done(null, [{ address, family: 4 }]);
        },
      },
    });
    for (const address of answers) {
      const outcome = await made.send(get('', { url: `http://api.example.org:${api.port}/ok` }));
      expect(outcome).toMatchObject({ reason: 'blocked-address', message: expect.stringContaining(address) });
    }
    expect(asked).toEqual(['api.example.org', 'api.example.org', 'api.example.org']);
  });
});

describe('redirects', () => {
  it('301 is followed', async () => {
    expect(await bodyOf(client(), get('/301-ok'))).toMatchObject({ name: 'Bitcoin' });
  });

  it('302 turns a POST into a GET without a body, 307 repeats it, headers stay on the same origin', async () => {
    const post = { method: 'POST', body: '{"a":1}', headers: { authorization: 'Bearer t' } };
    const found = await bodyOf(client(), get('/302-post', post));
    expect(found).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer t' } });
    const repeated = await bodyOf(client(), get('/307-post', post));
    expect(repeated).toMatchObject({ method: 'POST', body: '{"a":1}' });
  });

  it('carries no header of the caller and no body to another origin', async () => {
    const made = client({ allowHosts: ['127.0.0.1', 'localhost'] });
    const headers = { authorization: 'Bearer t', cookie: 'a=b', 'x-anything': 's3cret' };
    const seen = await bodyOf(made, get('/302-elsewhere', { headers }));
    expect(JSON.stringify(seen)).not.toMatch(/Bearer|a=b|s3cret/);
    expect(seen.headers.host).toBe(`localhost:${api.port}`);
    const before = api.seen.length;
    const refused = await made.send(get('/307-elsewhere', { method: 'POST', body: '{"key":"s3cret"}' }));
    expect(refused).toMatchObject({ reason: 'redirect', status: 307 });
    expect(api.seen.length).toBe(before + 1);
  });
});

describe('the origin map', () => {
  it('sends one origin elsewhere, with path and query unchanged, before the guard', async () => {
    const made = client({ originMap: { 'https://api.example.org': api.origin } });
    const seen = await bodyOf(made, get('', { url: 'https://api.example.org/echo?a=1&b=%2F' }));
    expect(seen).toMatchObject({ url: '/echo?a=1&b=%2F', headers: { host: `127.0.0.1:${api.port}` } });
    const guarded = client({ allowHosts: [], originMap: { 'https://api.example.org': api.origin } });
    expect(await guarded.send(get('', { url: 'https://api.example.org/ok' }))).toMatchObject({
      reason: 'blocked-address',
    });
  });
});

describe('429', () => {
  function patient(options: Partial<HttpClientOptions> = {}) {
    const slept: number[] = [];
    const sleep = async (ms: number) => {
      slept.push(ms);
    };
    return { slept, made: client({ surroundings: { sleep }, ...options }) };
  }

  it('waits as long as requested and retries', async () => {
    const { slept, made } = patient();
    expect(await made.send(get('/429-once'))).toMatchObject({ kind: 'response', status: 200 });
    expect(slept).toEqual([7000]);
  });

  it('is reported if the server asks for more than is left of 30 s', async () => {
    const { slept, made } = patient();
    expect(await made.send(get('/429'))).toMatchObject({ kind: 'response', status: 429 });
    expect(slept).toEqual([20_000]);
  });

  it('is reported at once if the server asks for a day', async () => {
    const { slept, made } = patient();
    expect(await made.send(get('/429-tomorrow'))).toMatchObject({ kind: 'response', status: 429 });
    expect(slept).toEqual([]);
  });

  it('backs off by doubling if no time is given', async () => {
    const { slept, made } = patient();
    expect(await made.send(get('/429-no-header'))).toMatchObject({ status: 429 });
    expect(slept).toEqual([1000, 2000, 4000]);
  });

  it('is not retried with no retries', async () => {
    const { slept, made } = patient({ retries: 0 });
    expect(await made.send(get('/429'))).toMatchObject({ status: 429 });
    expect(slept).toEqual([]);
  });
});

describe('options', () => {
  it.each([
    [{ allowHosts: ['http://x'] }, 'NET-020'],
    [{ originMap: { 'https://a.test/path': 'http://b.test' } }, 'NET-021'],
    [{ originMap: { 'https://a.test': 'b.test' } }, 'NET-021'],
    [{ timeoutMs: 0 }, 'NET-022'],
    [{ throttleMs: Number.NaN }, 'NET-022'],
    [{ concurrency: 1.5 }, 'NET-022'],
  ])('%j is refused with %s', (options, code) => {
    expect(() => client(options)).toThrow(code);
  });
});
