import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface EvaluatorServer {
  readonly origin: string;
  readonly host: string;
  /** Every complete call, in order. */
  readonly seen: SeenCall[];
  /** The maximum of concurrent calls since this was last set to 0. */
  readonly load: { running: number; most: number };
  /** Connections that the client closed before the answer. */
  readonly abandoned: { calls: number };
  /** Bytes of the endless answer written to the socket. */
  readonly streamed: { bytes: number };
  close(): Promise<void>;
}

type Reply = (response: ServerResponse, call: SeenCall, times: number) => unknown;

const HUGE_BYTES = 100 * 1024 * 1024;

const answer = (response: ServerResponse, body: unknown, status = 200, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Good and bad answers of an evaluator, one path each. */
function replies(streamed: { bytes: number }): Record<string, Reply> {
  return {
    '/ok': (response, { body }) => {
      const { candidate } = JSON.parse(body) as { candidate: string };
      answer(response, { score: candidate.length / 100, reasoning: 'by length' });
    },
    // ?body=…&status=…&header=name:value
    '/say': (response, { url }) => {
      const query = new URL(url, 'http://x').searchParams;
      const [name = 'x-none', ...value] = (query.get('header') ?? 'x-none:1').split(':');
      response.writeHead(Number(query.get('status') ?? 200), { [name]: value.join(':') });
      response.end(query.get('body') ?? '');
    },
    '/deep': (response) => response.end(`{"score":1,"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    '/latin1': (response) => response.end(Buffer.from([0x22, 0xe9, 0x22])),
    '/slow': async (response) => {
      await delay(50);
      answer(response, { score: 0.5 });
    },
    '/hang': () => undefined,
    '/drip': (response) => {
      response.writeHead(200).write('{"score":');
    },
    '/reset': (response) => response.socket?.destroy(),
    '/reset-in-the-middle': (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"score":');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    '/no-http': (response) => response.socket?.end('good day\r\n\r\n'),
    '/huge': (response) => {
      const chunk = Buffer.alloc(64 * 1024, 'a');
      const pump = () => {
        while (streamed.bytes < HUGE_BYTES && !response.destroyed) {
          streamed.bytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pump);
        }
        response.end();
      };
      pump();
    },
    '/bomb': (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024)));
    },
    '/echo': (response, { headers }) =>
      answer(response, { score: 0.25, headers, [String(headers['x-own'])]: 1 }),
    '/echo-refused': (response, { headers }) => answer(response, { headers }, 401),
    '/busy-once': (response, _, times) =>
      times === 1 ? answer(response, {}, 429, { 'retry-after': '1' }) : answer(response, { score: 1 }),
    '/busy': (response) => answer(response, { message: 'later' }, 503),
    '/versions': (response, _, times) => answer(response, { score: 1, evaluator_version: `2.${times}` }),
    '/version': (response) => answer(response, { score: 1, evaluator_version: '1.4.0' }),
  };
}

/** An evaluator on 127.0.0.1, at a free port. */
export async function startEvaluatorServer(): Promise<EvaluatorServer> {
  const seen: SeenCall[] = [];
  const load = { running: 0, most: 0 };
  const abandoned = { calls: 0 };
  const streamed = { bytes: 0 };
  const byPath = replies(streamed);
  const server = createServer(async (request, response) => {
    load.running += 1;
    load.most = Math.max(load.most, load.running);
    response.once('close', () => {
      load.running -= 1;
      if (!response.writableFinished) abandoned.calls += 1;
    });
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body: await text(request) };
    seen.push(call);
    const path = url.replace(/\?.*/, '');
    const times = seen.filter((other) => other.url === url).length;
    const reply = byPath[path];
    if (reply) await reply(response, call, times);
    else answer(response, { error: 'no such path' }, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    seen,
    load,
    abandoned,
    streamed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
