import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';

export interface RedisServer {
  readonly address: string;
  readonly port: number;
  /** Jobs of all queues, by state; empty states are left out. */
  countJobs(): Promise<Record<string, number>>;
  /** Everything written that still exists, as text. */
  dump(): Promise<string>;
  readonly client: Redis;
  close(): Promise<void>;
}

/** BullMQ's lists and sorted sets of jobs. */
const STATES = ['wait', 'active', 'delayed', 'completed', 'failed', 'prioritized', 'paused'];

/**
 * A separate Redis: on 127.0.0.1, in memory, without a file that outlives it. From Debian's package redis-server.
 *
 * @param password required by it; default: none
 */
export async function startRedis({ password }: { password?: string } = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'flowmcp-redis-'));
  const port = await freePort();
  const options = {
    '--port': port,
    '--bind': '127.0.0.1',
    '--dir': folder,
    '--save': '',
    '--appendonly': 'no',
  };
  const words = Object.entries(options).flatMap(([name, value]) => [name, String(value)]);
  const child = spawn('redis-server', [...words, ...(password ? ['--requirepass', password] : [])], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error('redis-server is not there: apt-get install redis-server')));
    child.once('exit', () => resolve());
  });
  const client = new Redis({
    ...{ port, host: '127.0.0.1', maxRetriesPerRequest: null, retryStrategy: () => 50 },
    ...(password && { password }),
  });
  // Until it accepts connections.
  client.on('error', () => undefined);
  await Promise.race([client.ping(), ended]);
  return {
    address: `redis://127.0.0.1:${port}/0`,
    port,
    client,
    async countJobs() {
      const keys = await client.keys('*');
      const counts: Record<string, number> = {};
      for (const key of keys) {
        const state = key.split(':').at(-1) ?? '';
        if (!STATES.includes(state)) continue;
        const size = (await client.type(key)) === 'list' ? await client.llen(key) : await client.zcard(key);
        counts[state] = (counts[state] ?? 0) + size;
      }
      return Object.fromEntries(Object.entries(counts).filter(([, size]) => size > 0));
    },
    async dump() {
      const keys = (await client.keys('*')).sort();
      const parts = await Promise.all(
        keys.map(async (key) => {
          const type = await client.type(key);
          if (type === 'hash') return JSON.stringify([key, await client.hgetall(key)]);
          if (type === 'stream') return JSON.stringify([key, await client.xrange(key, '-', '+')]);
          if (type === 'string') return JSON.stringify([key, await client.get(key)]);
          return key;
        }),
      );
      return parts.join('\n');
    },
    async close() {
      client.disconnect();
      child.kill('SIGKILL');
      await ended;
      await delay(0);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof place !== 'object' || place === null) throw new Error('no port is free');
  return place.port;
}
