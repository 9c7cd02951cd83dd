import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly message: { id?: number; method?: string; params?: Record<string, unknown> };
}

export type Respond = (received: Received, response: ServerResponse) => unknown;

/** An HTTP server at a free port of 127.0.0.1, closed with the test; it keeps its requests. */
export async function startHttp(respond: Respond) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const one: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        message: body === '' ? {} : JSON.parse(body),
      };
      received.push(one);
      respond(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(async () => {
    await close();
  });
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { url: `http://127.0.0.1:${port}/mcp`, port, received, connections };
}

/** Answers as Streamable HTTP does: with JSON, or 202 for messages without an answer. */
export function speak(results: Readonly<Record<string, unknown>>): Respond {
  return ({ method, message }, response) => {
    if (method !== 'POST') return response.writeHead(405).end();
    if (message.id === undefined) return response.writeHead(202).end();
    const known: Readonly<Record<string, unknown>> = { ...GREETING, ...results };
    const result = known[message.method ?? ''];
    const answer =
      result === undefined ? { error: { code: -32601, message: `no ${message.method}` } } : { result };
    return json(response, { jsonrpc: '2.0', id: message.id, ...answer });
  };
}

export function json(response: ServerResponse, value: unknown, headers: Record<string, string> = {}) {
  return response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(value));
}

export const TOOL = { name: 'get_price', description: 'Tells the price of one article.', inputSchema: null };

const GREETING = {
  initialize: {
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'web', version: '2.0.0' },
    capabilities: { tools: {}, prompts: {} },
  },
  'tools/list': { tools: [TOOL] },
  'prompts/list': { prompts: [{ name: 'p', description: null }] },
};
