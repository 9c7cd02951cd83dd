import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface MockApi {
  readonly origin: string;
  readonly port: number;
  /** Every received request, in order. */
  readonly seen: SeenRequest[];
  /** Bytes of the endless body written to the socket. */
  readonly streamed: { bytes: number };
  close(): Promise<void>;
}

type Reply = (response: ServerResponse, request: SeenRequest, api: { hits: number; port: number }) => void;

const json = (body: string, status = 200, headers: Record<string, string> = {}): Reply => {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
};

const redirect = (status: number, location: string): Reply => {
  return (response, _, { port }) => {
    response.writeHead(status, { location: location.replace('PORT', String(port)) }).end();
  };
};

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** 100 MB of zeros in 100 kB. Compressed once, on first use: compressing takes longer than a time-out. */
let packedBomb: Buffer | undefined;
function bomb(): Buffer {
  packedBomb ??= gzipSync(Buffer.alloc(100 * 1024 * 1024));
  return packedBomb;
}
const HUGE_BYTES = 200 * 1024 * 1024;

/** Good and bad answers of an API, one path each. */
function replies(streamed: { bytes: number }): Record<string, Reply> {
  return {
    '/ok': json('{"name":"Bitcoin","price":1.5,"tags":["a","b"]}'),
    '/echo': (response, request) => json(JSON.stringify(request))(response, request, { hits: 0, port: 0 }),
    '/empty-list': json('[]'),
    '/empty-object': json('{}'),
    '/null': json('null'),
    '/empty-string': json('""'),
    '/empty-body': json(''),
    '/201': json('{"id":1}', 201),
    '/204': (response) => response.writeHead(204).end(),
    '/400': json('{"error":"bad"}', 400),
    '/401': json('{"error":"key"}', 401),
    '/403': json('{"error":"forbidden"}', 403),
    '/404': json('{"error":"none"}', 404),
    '/410': json('', 410),
    '/500': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>broken</h1>'),
    '/429-once': (response, request, { hits, port }) =>
      (hits === 1 ? json('{}', 429, { 'retry-after': '7' }) : json('{"ok":true}'))(response, request, {
        hits,
        port,
      }),
    '/429': json('{"error":"slow down"}', 429, { 'retry-after': '20' }),
    '/429-no-header': json('{"error":"slow down"}', 429),
    '/429-tomorrow': json('{"error":"slow down"}', 429, { 'retry-after': '86400' }),
    '/301-self': redirect(301, '/301-self'),
    '/301-ok': redirect(301, '/ok'),
    '/302-post': redirect(302, '/echo'),
    '/307-post': redirect(307, '/echo'),
    '/307-elsewhere': redirect(307, 'http://localhost:PORT/echo'),
    '/302-elsewhere': redirect(302, 'http://localhost:PORT/echo'),
    '/302-private': redirect(302, 'http://localhost:PORT/ok'),
    '/302-metadata': redirect(302, 'http://169.254.169.254/latest'),
    '/302-file': redirect(302, 'file:///etc/passwd'),
    '/302-nowhere': (response) => response.writeHead(302).end(),
    '/slow': (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":'),
    '/silent': () => undefined,
    '/huge': (response) => stream(response, streamed),
    '/not-json': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
    '/cut-json': json('{"name":"Bit'),
    '/wrong-json': json('{"name":42,"price":"cheap"}'),
    '/text': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('2026-01-01'),
    '/png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
    '/deep': json(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`),
    '/large': json(JSON.stringify({ rows: 'x'.repeat(1_500_000), last: 'kept?' })),
    '/gzip': (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"packed":true}')),
    '/gzip-bomb': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb()),
    '/bad-gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all'),
    '/odd-encoding': (response) => response.writeHead(200, { 'content-encoding': 'rot13' }).end('nopr'),
    '/reset': (response) => response.socket?.resetAndDestroy(),
    '/reset-in-body': (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"a":');
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
  };
}

/** Starts the server at a free port of the loopback interface. */
export async function startMockApi(): Promise<MockApi> {
  const seen: SeenRequest[] = [];
  const hits = new Map<string, number>();
  const streamed = { bytes: 0 };
  const known = replies(streamed);
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = incoming.url ?? '';
    const path = url.split('?')[0] ?? '';
    const request = {
      method: incoming.method ?? '',
      url,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(request);
    hits.set(path, (hits.get(path) ?? 0) + 1);
    const reply = known[path] ?? json('{"error":"no such path"}', 404);
    reply(response, request, { hits: hits.get(path) ?? 0, port });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    seen,
    streamed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stream(response: ServerResponse, streamed: { bytes: number }): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const push = () => {
    while (streamed.bytes < HUGE_BYTES && !response.destroyed) {
      streamed.bytes += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', push);
        return;
      }
    }
    response.end();
  };
  push();
}
