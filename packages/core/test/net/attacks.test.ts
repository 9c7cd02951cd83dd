// Attacks on the HTTP client: internal hosts in every spelling, floods of headers, redirects and decompressed bytes,
// keys across origins.

import type { LookupFunction } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { specialRange } from '../../src/net/addresses.js';
import { createHttpClient, type HttpClientOptions } from '../../src/net/client.js';
import { nextHop } from '../../src/net/exchange.js';
import type { HttpClient } from '../../src/net/logic/http.js';

/** A server that answers byte for byte as configured, and counts connections. */
class RawServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly requests: string[] = [];
  connections = 0;
  port = 0;
  answer: (path: string, socket: Socket) => void = (_, socket) => socket.end();

  constructor() {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        this.requests.push(bytes.toString());
        this.answer(/^\S+ (\S+)/.exec(bytes.toString())?.[1] ?? '', socket);
      });
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}

const server = new RawServer();
const clients: HttpClient[] = [];
beforeAll(() => server.open());
afterAll(() => server.close());
afterEach(async () => {
  server.requests.length = 0;
  server.connections = 0;
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const made = createHttpClient({
    allowHosts: ['start.test'],
    originMap: {},
    timeoutMs: 3_000,
    maxBytes: 64 * 1024,
    concurrency: 8,
    perHost: 4,
    throttleMs: 0,
    retries: 0,
    ...options,
    surroundings: { lookup: toServer, ...options.surroundings },
  });
  clients.push(made);
  return made;
}

/** Every name resolves to the server, which is on this machine. */
const toServer: LookupFunction = (_, options, done) => {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

const get = (url: string) => ({ method: 'GET', url, headers: {} });
const reply = (socket: Socket, head: string, body: string | Buffer = '') => {
  socket.write(`HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`);
  socket.write(body);
};

/** Spellings of 127.0.0.1, this machine, the cloud's metadata, and a private network. */
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0X7F.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.01',
  '0177.0x0.0.1',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '127.255.255.254',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '\u2460\u2461\u2466.\u24ea.\u24ea.\u2460',
  '\uff11\uff12\uff17\uff0e\uff10\uff0e\uff10\uff0e\uff11',
  '127\u30020\u30020\u30021',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '10.0.0.1',
  '0xa.1',
  '012.1',
  '192.168.257',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:FF9B:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:0000:4136:e378:8000:63bf:80ff:fffe]',
  '[fe80::1]',
  '[FC00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
];
/** Names that resolve to internal addresses. */
const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'LocalHost.',
  'api.example.org',
  'xn--bcher-kva.example',
];

describe('an internal host', () => {
  it.each([...SPELLINGS, ...NAMES])('is refused before any connection: %s', async (host) => {
    for (const protocol of ['http', 'https']) {
      const outcome = await client().send(get(`${protocol}://${host}:${server.port}/`));
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'blocked-address' });
    }
    expect(server.connections).toBe(0);
  });

  it.each([...SPELLINGS, ...NAMES])('is refused as the destination of a redirect: %s', async (host) => {
    const { hostname } = new URL(`http://${host}/`);
    server.answer = (_, socket) =>
      reply(socket, `302 Found\r\nlocation: http://${hostname}:${server.port}/in`);
    const outcome = await client().send(get(`http://start.test:${server.port}/`));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'blocked-address' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    'http://[fe80::1%25eth0]/',
    'http://[::1%lo]/',
    'http://127.0.0.1%00.example.org/',
    'http://a b/',
    'http://300.1.1.1/',
  ])('that is not an address is refused as such: %s', async (url) => {
    expect(await client().send(get(url))).toMatchObject({ kind: 'failed', reason: 'bad-url' });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://start.test/',
    'data:,x',
    'javascript:1',
    'http://user:pass@start.test/',
  ])('is not reached by %s, neither directly nor by a redirect', async (url) => {
    expect((await client().send(get(url))).kind).toBe('failed');
    server.answer = (_, socket) => reply(socket, `302 Found\r\nlocation: ${url}`);
    const outcome = await client().send(get(`http://start.test:${server.port}/`));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'redirect', status: 302 });
    expect(server.requests).toHaveLength(1);
  });

  it('is refused at the second connection if its name was public at the first', async () => {
    const answers = [
      '127.0.0.2',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      'fe80::1%lo',
      '2606:4700::1%lo',
      '',
    ];
    for (const address of answers) {
      const lookup: LookupFunction = (_, __, done) =>
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      const made = client({ surroundings: { lookup } });
      const outcome = await made.send(get(`http://rebound.test:${server.port}/`));
      expect([address, outcome]).toMatchObject([address, { kind: 'failed', reason: 'blocked-address' }]);
    }
    expect(server.connections).toBe(0);
  });

  it('is recognized by its address in any spelling', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const low = fc.tuple(group, group);
    const spelled = (head: readonly number[], [a, b]: [number, number]) => {
      const hex = [...head, a, b].map((part) => part.toString(16));
      const dotted = [a >> 8, a & 255, b >> 8, b & 255].join('.');
      const whole = [...hex.slice(0, -2), dotted].join(':');
      return [hex.join(':'), hex.map((part) => part.padStart(4, '0')).join(':'), whole, whole.toUpperCase()];
    };
    const EMBEDDING = [
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0xffff],
      [0, 0, 0, 0, 0xffff, 0],
      [0x64, 0xff9b, 0, 0, 0, 0],
      [0x64, 0xff9b, 1, 0, 0, 0],
      [0x2002, 0x7f00, 1, 0, 0, 0],
      [0x2001, 0, 0x7f00, 1, 0, 0],
      [0xfe80, 0, 0, 0, 0, 0],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...EMBEDDING), low, (head, tail) => {
        for (const text of spelled(head, tail)) {
          expect([text, specialRange(text)]).not.toEqual([text, null]);
          expect(specialRange(`${text}%eth0`)).not.toBeNull();
        }
      }),
    );
  });

  it('has a zone, which no public address has', () => {
    expect(specialRange('2606:4700::1111')).toBeNull();
    expect(specialRange('2606:4700::1111%eth0')).toBe('an address with a zone');
  });
});

describe('a flood', () => {
  const send = (options: Partial<HttpClientOptions> = {}) =>
    client(options).send(get(`http://start.test:${server.port}/`));

  it('of headers ends at 32 KB', async () => {
    const head = (bytes: number) =>
      `200 OK\r\n${`x-filler: ${'y'.repeat(1000)}\r\n`.repeat(bytes / 1000)}x: 1`;
    server.answer = (_, socket) => reply(socket, head(24_000), 'ok');
    expect(await send()).toMatchObject({ kind: 'response', bytes: 2 });
    server.answer = (_, socket) => reply(socket, head(40_000), 'ok');
    expect(await send()).toMatchObject({ kind: 'failed', reason: 'bad-response' });
  });

  it.each([
    ['headers without an end', 'HTTP/1.1 200 OK\r\n', 'x-more: y\r\n'],
    ['one header without an end', 'HTTP/1.1 200 OK\r\nx-more: ', 'yyyyyyyyyy'],
    [
      'trailers without an end',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n',
      'x-more: y\r\n',
    ],
    ['a reason without an end', 'HTTP/1.1 200 ', 'yyyyyyyyyy'],
    ['hints without an end', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['chunks without an end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\na\r\n'],
  ])('of %s ends', async (_, first, again) => {
    server.answer = (_, socket) => {
      socket.write(first);
      const more = () => {
        while (!socket.destroyed && socket.write(again.repeat(1000)));
      };
      socket.on('drain', more);
      more();
    };
    const before = process.memoryUsage().rss;
    const outcome = await send({ timeoutMs: 700 });
    expect(outcome).toMatchObject(
      again === '1\r\na\r\n'
        ? { kind: 'response', truncated: true }
        : { kind: 'failed', reason: /timeout|bad-response/ },
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });

  it('of redirects from host to host ends after five', async () => {
    let hops = 0;
    server.answer = (_, socket) => {
      hops += 1;
      reply(socket, `302 Found\r\nlocation: http://hop${hops}.test:${server.port}/${hops}`);
    };
    const allowHosts = ['start.test', ...Array.from({ length: 9 }, (_, at) => `hop${at + 1}.test`)];
    expect(await send({ allowHosts })).toMatchObject({ kind: 'failed', reason: 'redirect', status: 302 });
    expect(hops).toBe(6);
  });

  it('of bytes in the body of a redirect is not read', async () => {
    let written = 0;
    server.answer = (path, socket) => {
      if (path !== '/') return reply(socket, '200 OK', 'there');
      socket.write('HTTP/1.1 302 Found\r\nlocation: /next\r\ncontent-length: 500000000\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && written < 5e8 && socket.write(Buffer.alloc(65_536))) written += 65_536;
      };
      socket.on('drain', more);
      more();
    };
    expect(await send()).toMatchObject({ kind: 'response', bytes: 5 });
    expect(written).toBeLessThan(50e6);
  });

  const zeros = Buffer.alloc(64 * 1024 * 1024);
  it.each([
    ['gzip', gzipSync(zeros)],
    ['x-gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: {} })],
    ['GZip', gzipSync(zeros)],
  ])('of bytes out of %s ends at the cap', async (encoding, packed) => {
    server.answer = (_, socket) => reply(socket, `200 OK\r\ncontent-encoding: ${encoding}`, packed);
    expect(await send()).toMatchObject({ kind: 'response', bytes: 65_536, truncated: true });
  });

  it.each(['gzip, gzip', 'br, gzip', 'gzip\r\ncontent-encoding: gzip', 'identity, gzip', 'zstd', 'compress'])(
    'is not decompressed a second time: %s is refused',
    async (encoding) => {
      const twice = gzipSync(gzipSync(zeros));
      server.answer = (_, socket) => reply(socket, `200 OK\r\ncontent-encoding: ${encoding}`, twice);
      expect(await send()).toMatchObject({ kind: 'failed', reason: 'bad-response' });
    },
  );

  it('that cannot be decompressed releases its connection, although the client stays open', async () => {
    const gone = new Promise<void>((done) => {
      server.answer = (_, socket) => {
        socket.once('close', () => done());
        socket.write(
          'HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n',
        );
      };
    });
    expect(await send()).toMatchObject({ kind: 'failed', reason: 'bad-response' });
    await gone;
  });
});

describe('a key', () => {
  const hop = (url: string) => ({
    method: 'GET',
    url: new URL(url),
    headers: { authorization: 'Bearer k', 'x-api-key': 'k', cookie: 'k=k', 'x-anything': 'k' },
    body: null,
  });

  it.each([
    'https://other.example/',
    'https://sub.api.example/',
    'https://example/',
    'https://api.example:8443/',
    'http://api.example/',
    '//other.example/',
    'https://api.example./',
    'https://api.example.other.example/',
  ])('is not sent when a redirect leads to %s', (location) => {
    expect(nextHop(hop('https://api.example/'), 302, location)).toMatchObject({ hop: { headers: {} } });
  });

  it('is sent to its own origin in any spelling', () => {
    for (const location of ['/next', 'https://API.example:443/', 'https://%61pi.example/']) {
      const next = nextHop(hop('https://api.example/'), 302, location);
      expect(next).toMatchObject({ hop: { headers: { authorization: 'Bearer k' } } });
    }
  });

  it('is not sent again when another origin redirects back', async () => {
    const back = ['http://stranger.test', 'http://start.test'].map((origin) => `${origin}:${server.port}/`);
    server.answer = (_, socket) => {
      const location = back.shift();
      reply(
        socket,
        location ? `307 Temporary Redirect\r\nlocation: ${location}\r\nset-cookie: s=1` : '200 OK',
        '',
      );
    };
    const made = client({ allowHosts: ['start.test', 'stranger.test'] });
    const request = { ...get(`http://start.test:${server.port}/`), headers: { 'x-api-key': 'the-key' } };
    expect(await made.send(request)).toMatchObject({ kind: 'response', status: 200 });
    expect(server.requests.map((text) => text.includes('the-key'))).toEqual([true, false, false]);
    expect(server.requests.some((text) => /cookie/i.test(text))).toBe(false);
  });
});
