// The server of `grading review` serves one person on this machine: everybody else is refused, and nothing of theirs is saved.
import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReviewServer, serveReview, TIME_LIMITS } from '../../src/review/server.js';
import { type SampleReview, sampleReview, sampleView } from './sample-review.js';

const PART = {
  answers: [{ questionId: 'Q-single-test-04', score: 4, reasoning: 'so' }],
  improvementHints: [],
};

let review: SampleReview;
let server: ReviewServer;
let link: URL;
beforeEach(async () => {
  review = sampleReview([sampleView('single-test/ping'), sampleView('single-test/pong')]);
  server = await serveReview(review, 0);
  link = new URL(server.newLink());
});
afterEach(() => server.close());

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function call({ method = 'GET', path = '/', headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: link.port, method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const exchange = (key: unknown) =>
  call({ method: 'POST', path: '/api/session', headers: json, body: JSON.stringify({ key }) });

async function openSession(): Promise<Record<string, string>> {
  const { text } = await exchange(link.hash.slice(1));
  return { ...json, 'x-flowmcp-review': JSON.parse(text).session };
}

const save = (headers: Record<string, string>, body = JSON.stringify(PART)) =>
  call({ method: 'PUT', path: '/api/prompts/1', headers, body });

describe('a session', () => {
  it('reads the run and a prompt, saves answers, and hands them in', async () => {
    const headers = await openSession();
    expect(JSON.parse((await call({ path: '/api/run', headers })).text)).toMatchObject({
      by: 'ada',
      target: 'providers/demo',
      prompts: [{ id: 'single-test/ping', answered: false }, {}],
    });
    expect(JSON.parse((await call({ path: '/api/prompts/2', headers })).text)).toMatchObject({
      number: 2,
      view: { title: 'single-test/pong' },
      part: { answers: [{ score: null }, { score: null }] },
    });
    expect(JSON.parse((await save(headers)).text)).toMatchObject({
      savedAt: '2026-11-30T10:20:30.000Z',
      answered: true,
      problems: [],
    });
    expect(review.saved).toEqual([{ prompt: '1', part: PART }]);
    const handIn = { method: 'POST', path: '/api/hand-in', headers, body: '{"allowMissing":true}' };
    expect(JSON.parse((await call(handIn)).text)).toMatchObject({ status: true, rollupGrade: 'B' });
    expect(review.handIns).toEqual([true]);
    await server.done;
  });

  it('says what the hand-in would refuse, at its field', async () => {
    const headers = await openSession();
    const body = JSON.stringify({ ...PART, answers: [{ ...PART.answers[0], reasoning: '' }] });
    expect(JSON.parse((await save(headers, body)).text)).toMatchObject({
      answered: false,
      problems: [{ path: '/answers/0/reasoning', prompt: 1 }],
    });
  });

  it('begins with a key that opens one session only', async () => {
    const key = link.hash.slice(1);
    expect((await exchange(key)).status).toBe(200);
    const again = await exchange(key);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('used already')]);
    for (const other of ['', null, [key], { toString: 1 }]) expect((await exchange(other)).status).toBe(401);
  });

  it('ends when a newer link is opened, and older links open nothing', async () => {
    const headers = await openSession();
    const older = server.newLink();
    const newest = server.newLink();
    expect((await exchange(new URL(older).hash.slice(1))).status).toBe(401);
    expect((await save(headers)).status).toBe(200);
    expect((await exchange(new URL(newest).hash.slice(1))).status).toBe(200);
    expect((await save(headers)).status).toBe(401);
    expect(review.saved).toHaveLength(1);
  });

  it('does not send the files that a prompt names', async () => {
    const { text } = await call({ path: '/api/prompts/1', headers: await openSession() });
    expect(text).not.toContain('/home/');
  });
});

describe('refused, and nothing saved', () => {
  const origin = () => link.origin;
  const wrong: readonly (readonly [what: string, status: number, headers: () => Record<string, string>])[] = [
    ['another host', 421, () => ({ host: `evil.example:${link.port}` })],
    ['localhost', 421, () => ({ host: `localhost:${link.port}` })],
    ['another port', 421, () => ({ host: '127.0.0.1:1' })],
    ['another origin', 403, () => ({ origin: 'http://evil.example' })],
    ['another port as origin', 403, () => ({ origin: 'http://127.0.0.1:1' })],
    ['an opaque origin', 403, () => ({ origin: 'null' })],
    ['another site', 403, () => ({ 'sec-fetch-site': 'cross-site' })],
    ['another port of this machine', 403, () => ({ 'sec-fetch-site': 'same-site', origin: origin() })],
    ['no session', 401, () => ({ 'x-flowmcp-review': '' })],
    ['another session', 401, () => ({ 'x-flowmcp-review': 'A'.repeat(43) })],
    ['a session in a cookie', 401, () => ({ 'x-flowmcp-review': '', cookie: 'x-flowmcp-review=A' })],
    ['a form', 415, () => ({ 'content-type': 'application/x-www-form-urlencoded' })],
    ['plain text', 415, () => ({ 'content-type': 'text/plain' })],
    ['no type', 415, () => ({ 'content-type': '' })],
  ];

  it.each(wrong)('%s', async (_, status, headers) => {
    const answer = await save({ ...(await openSession()), ...headers() });
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([status, expect.any(String)]);
    expect(review.saved).toEqual([]);
  });

  it.each(wrong.filter(([, status]) => status === 421 || status === 403))(
    '%s, at every route',
    async (_, status, headers) => {
      const session = { ...(await openSession()), ...headers() };
      for (const path of ['/', '/api/run', '/api/prompts/1']) {
        expect((await call({ path, headers: session })).status).toBe(status);
      }
      const key = new URL(server.newLink()).hash.slice(1);
      const body = JSON.stringify({ key });
      expect((await call({ method: 'POST', path: '/api/session', headers: session, body })).status).toBe(
        status,
      );
      expect((await exchange(key)).status).toBe(200);
    },
  );

  it('a body of more than 256 KiB, announced or not', async () => {
    const headers = await openSession();
    const body = JSON.stringify({ ...PART, note: 'x'.repeat(256 * 1024) });
    expect((await save({ ...headers, 'content-length': String(body.length) }, body)).status).toBe(413);
    expect((await save({ ...headers, 'transfer-encoding': 'chunked' }, body)).status).toBe(413);
    expect(review.saved).toEqual([]);
  });

  it('a body that is not JSON', async () => {
    expect((await save(await openSession(), '{"answers":')).status).toBe(400);
    expect(review.saved).toEqual([]);
  });

  it('unknown places and methods, and a preflight', async () => {
    const headers = await openSession();
    expect((await call({ path: '/api/prompts/1/../../x', headers })).status).toBe(404);
    expect((await call({ path: '/favicon.ico' })).status).toBe(404);
    expect((await call({ method: 'DELETE', path: '/api/prompts/1', headers })).status).toBe(405);
    const preflight = await call({ method: 'OPTIONS', path: '/api/prompts/1', headers });
    expect(preflight.status).toBe(405);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the server', () => {
  it('sends its headers with every answer', async () => {
    const headers = await openSession();
    const answers = [
      await call({}),
      await call({ path: '/api/run', headers }),
      await call({ path: '/api/run' }),
      await call({ path: '/nowhere' }),
      await call({ headers: { host: 'evil.example' } }),
    ];
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'sha256-[^']+'; style-src/,
        ),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('allows exactly the script and style of the page', async () => {
    const { text, headers } = await call({});
    const policy = String(headers['content-security-policy']);
    for (const kind of ['script', 'style']) {
      const [, own = ''] = new RegExp(`<${kind}>([^]*)</${kind}>`).exec(text) ?? [];
      const hash = createHash('sha256').update(own).digest('base64');
      expect(policy).toContain(`${kind}-src 'sha256-${hash}';`);
    }
    for (const part of [
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('sends the page without data', async () => {
    expect((await call({})).text).not.toContain('demo');
  });

  it('keeps the key out of what a browser sends', () => {
    expect(link.pathname + link.search).toBe('/');
    expect(link.hash).toMatch(/^#[\w-]{43}$/);
  });

  it('listens on 127.0.0.1 only', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ family, address }) => family === 'IPv4' && address !== '127.0.0.1')
      .map(({ address }) => address);
    for (const host of ['127.0.0.2', '::1', ...others])
      expect([host, await isOpen(host)]).toEqual([host, false]);
    expect(await isOpen('127.0.0.1')).toBe(true);
  });

  it('says so when its port is taken', async () => {
    await expect(serveReview(review, Number(link.port))).rejects.toMatchObject({
      problem: { code: 'REV-002' },
    });
  });

  it('ends with an error of our own, after it has answered', async () => {
    await server.close();
    server = await serveReview({ ...review, handIn: () => Promise.reject(new TypeError('ours')) }, 0);
    link = new URL(server.newLink());
    const ended = expect(server.done).rejects.toThrow('ours');
    const handIn = { method: 'POST', path: '/api/hand-in', headers: await openSession(), body: '{}' };
    expect((await call(handIn)).status).toBe(500);
    await ended;
  });

  /** Sends the head of a save that announces more than follows. */
  async function sendHalf(): Promise<Socket> {
    const headers = { ...(await openSession()), host: link.host, 'content-length': '100' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(link.port), '127.0.0.1');
    socket.write(`PUT /api/prompts/1 HTTP/1.1\r\n${lines.join('')}\r\n{`);
    socket.resume().on('error', () => undefined);
    // Answered after the connection before was taken.
    await call({});
    return socket;
  }

  it('goes on when a request breaks off', async () => {
    const socket = await sendHalf();
    socket.end();
    await closed(socket);
    link = new URL(server.newLink());
    expect((await save(await openSession())).status).toBe(200);
    expect(review.saved).toHaveLength(1);
  });

  it('gives a request 30 s, and its head 10 s', async () => {
    expect(TIME_LIMITS).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 });
    await server.close();
    server = await serveReview(review, 0, {
      headersTimeout: 500,
      requestTimeout: 1_000,
      connectionsCheckingInterval: 20,
    });
    link = new URL(server.newLink());
    await closed(await sendHalf());
    const head = connect(Number(link.port), '127.0.0.1');
    head.write('GET / HTTP/1.1\r\n');
    head.resume();
    await closed(head);
    expect(review.saved).toEqual([]);
  });

  it('ends while a request is open', async () => {
    const socket = await sendHalf();
    await server.close();
    await closed(socket);
  });

  it('ends when the page that handed in is gone', async () => {
    await server.close();
    let accept: () => void = () => undefined;
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const handIn = async (allowMissing: boolean) => {
      gone.destroy();
      await accepted;
      return review.handIn(allowMissing);
    };
    server = await serveReview({ ...review, handIn }, 0);
    link = new URL(server.newLink());
    const headers = await openSession();
    const gone = request({
      host: '127.0.0.1',
      port: link.port,
      method: 'POST',
      path: '/api/hand-in',
      headers,
    });
    gone.on('error', () => undefined);
    gone.on('close', () => setImmediate(accept));
    gone.end('{}');
    await server.done;
    expect(review.handIns).toEqual([false]);
  });
});

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.on('close', resolve));
}

function isOpen(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(link.port), timeout: 2_000 });
    const settle = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket
      .on('connect', () => settle(true))
      .on('error', () => settle(false))
      .on('timeout', () => settle(false));
  });
}
