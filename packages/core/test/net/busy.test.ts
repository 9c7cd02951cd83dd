// A busy process does not blame others: an answer that has arrived but is unread is read.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createHttpClient } from '../../src/net/client.js';

/** A server in a separate thread, which answers while this one is blocked. */
const SERVER = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
const server = createServer((request, response) => {
  parentPort.postMessage('asked');
  setTimeout(() => response.end('{"name":"an item"}'), 100);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function start(timeoutMs: number) {
  const server = new Worker(SERVER, { eval: true });
  const [port] = await once(server, 'message');
  const client = createHttpClient({
    ...{ allowHosts: ['127.0.0.1'], originMap: {}, timeoutMs, maxBytes: 1024 },
    ...{ concurrency: 8, perHost: 8, throttleMs: 0, retries: 0 },
  });
  open.push(
    () => client.close(),
    () => server.terminate(),
  );
  const send = (path: string) =>
    client.send({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, headers: {} });
  return { server, send };
}

function beBusy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it('an answer that arrived in time counts, although it was read late', async () => {
  const { server, send } = await start(1_000);
  const sent = send('/slow');
  await once(server, 'message');
  beBusy(2_500);
  expect(await sent).toMatchObject({ kind: 'response', status: 200 });
});
