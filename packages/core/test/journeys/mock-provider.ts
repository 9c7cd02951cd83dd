import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_RESPONSE_BYTES } from '../../src/net/logic/http.js';

export interface ProviderRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface MockProvider {
  readonly origin: string;
  /** Every request, in order of arrival. */
  readonly seen: ProviderRequest[];
  close(): Promise<void>;
}

type Reply = (response: ServerResponse, request: ProviderRequest, hits: number) => void;

/** A little more than is ever read of one answer. */
const HUGE_BYTES = MAX_RESPONSE_BYTES + 1024 * 1024;

function send(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Everything a careless server may echo of its request, in every form. */
function echo({ method, url, headers, body }: ProviderRequest): string {
  const key = String(headers['x-api-key'] ?? '');
  return JSON.stringify({
    name: 'echo',
    line: `${method} ${url} HTTP/1.1`,
    raw: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    body,
    packed: base64(key),
    pair: base64(`user:${key}`),
    quoted: encodeURIComponent(key),
    hex: Buffer.from(key).toString('hex'),
    [key]: 'the key as a name',
  });
}

/** An item whose answer has this many bytes. */
const itemOf =
  (bytes: number, status = 200): Reply =>
  (response, request, hits) =>
    send(status, JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) }))(response, request, hits);
const MIB = 1024 * 1024;

/** A large body, made when it is asked for. */
const made =
  (body: () => string): Reply =>
  (response, request, hits) =>
    send(200, body())(response, request, hits);

const REPLIES: Record<string, Reply> = {
  '/ok': send(200, '{"name":"an item"}'),
  '/moved': send(301, '', { location: '/ok' }),
  '/loop': send(301, '', { location: '/loop' }),
  '/empty': send(200, '[]'),
  '/hollow': send(200, '{"name":"","items":[],"error":null}'),
  '/none-found': send(200, '{"name":"Ulm","total":0,"items":[]}'),
  '/failed': send(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such id"}}'),
  '/problem': send(200, '{"name":"no such id"}', { 'content-type': 'application/problem+json' }),
  '/doubtful': send(200, '{"success":false,"name":7}'),
  '/grudging': send(200, '{"success":false,"name":"an item"}'),
  '/204': (response) => response.writeHead(204).end(),
  '/400': send(400, '{"error":"bad request"}'),
  '/401': send(401, '{"error":"who are you"}'),
  '/403': send(403, '{"error":"no"}'),
  '/404': send(404, '{"error":"nothing here"}'),
  '/429': send(429, '{"error":"later"}', { 'retry-after': '0' }),
  '/429-once': (response, request, hits) =>
    (hits === 1 ? send(429, '', { 'retry-after': '1' }) : send(200, '{"name":"waited for"}'))(
      response,
      request,
      hits,
    ),
  '/500': send(500, '<h1>broken</h1>'),
  '/slow': (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"name":'),
  '/huge': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.alloc(HUGE_BYTES, 'x'));
  },
  '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  '/cut': send(200, '{"name":"an it'),
  '/above-one-mib': itemOf(MIB + 1),
  '/ten-mib': itemOf(10 * MIB),
  '/above-ten-mib': itemOf(10 * MIB + 1),
  '/above-ten-mib-lost': itemOf(10 * MIB + 1, 404),
  '/ten-mib-padded': made(() => `{"name":"an item"}${' '.repeat(10 * MIB)}`),
  '/many-small': made(() => `[${Array(1_100_000).fill('1').join()}]`),
  '/many-large': made(() => `[${Array(1_100_000).fill('"of letters"').join()}]`),
  '/wrong': send(200, '{"name":42}'),
  '/echo': (response, request, hits) => send(200, echo(request))(response, request, hits),
  '/echo-400': (response, request, hits) => send(400, echo(request))(response, request, hits),
  '/echo-text': (response, request) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<pre>${echo(request)}</pre>`),
  '/echo-cut': (response, request, hits) =>
    send(200, `{"line": ${request.headers['x-api-key']}`)(response, request, hits),
  '/echo-moved': (response, { headers }) =>
    response.writeHead(302, { location: `http://169.254.169.254/${headers['x-api-key']}` }).end(),
};

/** An API on the loopback interface: one path per way an API can answer. */
export async function startMockProvider(): Promise<MockProvider> {
  const seen: ProviderRequest[] = [];
  const hits = new Map<string, number>();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = incoming;
    const path = (url.split('?')[0] ?? '').replace(/\/of\/.*/, '');
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(request);
    const count = (hits.get(path) ?? 0) + 1;
    hits.set(path, count);
    const reply = REPLIES[path] ?? send(404, '{"error":"no such path"}');
    reply(response, request, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
