// An unusable queue is reported at once with its reason, and never with its password.
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQueueAddress } from '../../../../src/features/evaluate/queue/address.js';
import { connect } from '../../../../src/features/evaluate/queue/connect.js';
import type { GradingError } from '../../../../src/problems/problem.js';
import { type RedisServer, startRedis } from './redis-server.js';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis({ password: 's3cret' });
});
afterAll(() => redis.close());

const refused = (address: string) =>
  connect(parseQueueAddress(address)).then(
    () => null,
    (error: GradingError) => error,
  );

describe('a queue', () => {
  it('opens with its password, and closes', async () => {
    const { client, close } = await connect(parseQueueAddress(`redis://:s3cret@127.0.0.1:${redis.port}`));
    expect(await client.ping()).toBe('PONG');
    await close();
  });

  it.each([
    ['without its password', '', 'NOAUTH'],
    ['with another password', ':wr0ng@', 'WRONGPASS'],
    ['with a user it does not know', 'me:s3cret@', 'WRONGPASS'],
    ['with a database it does not have', ':s3cret@', 'DB index is out of range'],
  ])('%s: QUE-003', async (_, who, reason) => {
    const db = reason.startsWith('DB') ? '/999' : '';
    const error = await refused(`redis://${who}127.0.0.1:${redis.port}${db}`);
    expect(error?.problem.code).toBe('QUE-003');
    expect(error?.message).toContain(reason);
    expect(JSON.stringify([error?.message, error?.problem])).not.toMatch(/s3cret|wr0ng/);
  });

  it('that does not exist: QUE-002', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await refused(`redis://:s3cret@127.0.0.1:${port}`);
    expect([error?.problem.code, error?.problem.args]).toEqual([
      'QUE-002',
      { queue: `redis://127.0.0.1:${port}/0`, reason: 'ECONNREFUSED' },
    ]);
  });

  it('that speaks another protocol: QUE-002', async () => {
    await using server = await speak((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await refused(server.address))?.problem.code).toBe('QUE-002');
  });

  it.each(['4.0.14', '5.0.7', '6.0.16'])('of version %s is too old: QUE-004', async (version) => {
    await using server = await speak((socket, text) => {
      const info = `# Server\r\nredis_version:${version}\r\n`;
      for (const command of text.match(/\r\n(?:info|client|ping|select|hello)\r\n/gi) ?? []) {
        socket.write(/info/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      }
    });
    const error = await refused(server.address);
    expect([error?.problem.code, error?.problem.args?.found]).toEqual(['QUE-004', `redis ${version}`]);
  });
});

/** A server that answers as configured. */
async function speak(answer: (socket: Socket, text: string) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => answer(socket, chunk.toString('latin1')));
  });
  const port = await listen(server);
  return {
    address: `redis://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  return typeof place === 'object' && place ? place.port : 0;
}
