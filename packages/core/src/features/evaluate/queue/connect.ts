import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { fatal } from '../../../problems/error-codes.js';
import { GradingError } from '../../../problems/problem.js';
import type { QueueAddress } from './address.js';

const CONNECT_MS = 5_000;
const GREETING_MS = 8_000;
/** So long a queue may be gone (a restart, a failover) before everybody gives up on it. */
const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 2_000;
/** What BullMQ recommends; it works from 5.0 on with warnings of its own. */
const LEAST = [6, 2] as const;
/** Of what Redis answers, for messages. */
const SHOWN = 200;

/** The library's words for a connection that is given up. */
const CLOSED = 'Connection is closed.';

/** Words with which Redis turns somebody away. */
const TURNED_AWAY = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR )/;

export interface QueueConnection {
  readonly client: Redis;
  /** Rejects with QUE-005 when the queue is lost for good; never fulfilled. */
  readonly lost: Promise<never>;
  /** Does something with the queue; what goes wrong with it is QUE-005, or QUE-011 where Redis refuses (no memory, no disk). */
  guard<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a connection that finds back by itself when it is lost for a while; the first time it has to succeed at once.
 *
 * @throws GradingError QUE-002 (nobody there), QUE-003 (turned away), QUE-004 (too old)
 */
export async function connect(
  address: QueueAddress,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
): Promise<QueueConnection> {
  const { Redis: Client } = await import('ioredis');
  const { host, port, db, username, password, shown: queue } = address;
  let open = false;
  let lostAt: number | null = null;
  const client = new Client({
    ...{ host, port, db, lazyConnect: true, connectTimeout: CONNECT_MS, maxRetriesPerRequest: null },
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    ...(address.tls && { tls: {} }),
    retryStrategy: (times) => {
      if (times === 1) lostAt = Date.now();
      const isOver = !open || Date.now() - (lostAt ?? Date.now()) > patienceMs;
      return isOver ? null : Math.min(times * 100, LONGEST_PAUSE_MS);
    },
  });
  let reason: Error | null = null;
  client.on('error', (error: Error) => {
    reason ??= error;
  });
  try {
    checkVersion(await Promise.race([greet(client), silence()]), queue);
  } catch (error) {
    client.disconnect();
    if (!(error instanceof Error) || error instanceof GradingError) throw error;
    throw describe(reason ?? error, address);
  }
  open = true;
  const isLost = () => fatal('QUE-005', undefined, { queue, seconds: patienceMs / 1000 });
  const lost = new Promise<never>((_, reject) => {
    client.on('end', () => reject(isLost()));
  });
  // Whoever does not wait for anything just now is not told.
  lost.catch(() => undefined);
  return {
    client,
    lost,
    guard: async (work) => {
      try {
        return await Promise.race([work, lost]);
      } catch (error) {
        if (!(error instanceof Error) || error instanceof GradingError) throw error;
        if (error.message === CLOSED) throw isLost();
        if (error.name !== 'ReplyError') throw error;
        throw fatal('QUE-011', undefined, { queue, reason: error.message.slice(0, SHOWN) });
      }
    },
    close: async () => {
      client.removeAllListeners('end');
      client.disconnect();
    },
  };
}

/** Whatever is there may take the connection and never say a word. */
async function silence(): Promise<never> {
  await sleep(GREETING_MS, undefined, { ref: false });
  throw new Error(`no answer within ${GREETING_MS / 1000} s`);
}

/** @returns what the server says of itself */
async function greet(client: Redis): Promise<string> {
  await client.connect();
  // The library takes a database that is not there for the first one, and says nothing.
  await client.select(client.options.db ?? 0);
  return client.info('server');
}

function checkVersion(info: string, queue: string): void {
  const [, name = 'redis', version = ''] = /^(redis|valkey)_version:([\d.]+)/m.exec(info) ?? [];
  const isValkey = /^valkey_version:/m.test(info);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]);
  if (isValkey || !isOld) return;
  const found = version === '' ? 'of no known version' : `${name} ${version}`;
  throw fatal('QUE-004', undefined, { queue, found, least: LEAST.join('.') });
}

function describe(error: Error, { shown: queue, password }: QueueAddress) {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const { message } = error;
  const safe = password === null ? message : message.replaceAll(password, '…');
  if (TURNED_AWAY.test(message)) return fatal('QUE-003', undefined, { queue, reason: safe.slice(0, SHOWN) });
  return fatal('QUE-002', undefined, { queue, reason: (code ?? safe).slice(0, SHOWN) });
}
