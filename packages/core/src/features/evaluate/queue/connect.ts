import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { fatal } from '../../../problems/error-codes.js';
import { GradingError } from '../../../problems/problem.js';
import type { QueueAddress } from './address.js';

const CONNECT_MS = 5_000;
const GREETING_MS = 8_000;
/** How long to wait for Redis to come back (a restart, a failover) before giving up. */
const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 2_000;
/** The minimum version of Redis that BullMQ recommends; BullMQ works from 5.0 on, but with warnings. */
const LEAST = [6, 2] as const;
/** Maximum number of characters of Redis' answer that a message shows. */
const SHOWN = 200;

/** The library's message for a connection that was given up. */
const CLOSED = 'Connection is closed.';

/** The words with which Redis begins a refusal. */
const TURNED_AWAY = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR )/;

export interface QueueConnection {
  readonly client: Redis;
  /** Rejects with QUE-005 when the queue is lost for good; never resolves. */
  readonly lost: Promise<never>;
  /** Runs an operation on the queue; a failure is QUE-005, or QUE-011 if Redis refuses (no memory, no disk). */
  guard<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a connection that reconnects after a temporary loss; if the first attempt fails, it is not repeated.
 *
 * @throws GradingError QUE-002 (no server), QUE-003 (refused), QUE-004 (too old)
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
  // Avoid an unhandled rejection while no caller is waiting.
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

/** Rejects after a time limit, because a server may accept the connection and never send anything. */
async function silence(): Promise<never> {
  await sleep(GREETING_MS, undefined, { ref: false });
  throw new Error(`no answer within ${GREETING_MS / 1000} s`);
}

/** @returns the server's description of itself, which contains its version */
async function greet(client: Redis): Promise<string> {
  await client.connect();
  // If a database does not exist, the library silently uses the first one instead.
  await client.select(client.options.db ?? 0);
  return client.info('server');
}

function checkVersion(info: string, queue: string): void {
  const [, name = 'redis', version = ''] = /^(redis|valkey)_version:([\d.]+)/m.exec(info) ?? [];
  const isValkey = /^valkey_version:/m.test(info);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]);
  if (isValkey || !isOld) return;
  const found = version === '' ? 'of an unknown version' : `${name} ${version}`;
  throw fatal('QUE-004', undefined, { queue, found, least: LEAST.join('.') });
}

function describe(error: Error, { shown: queue, password }: QueueAddress) {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const { message } = error;
  const safe = password === null ? message : message.replaceAll(password, '…');
  if (TURNED_AWAY.test(message)) return fatal('QUE-003', undefined, { queue, reason: safe.slice(0, SHOWN) });
  return fatal('QUE-002', undefined, { queue, reason: (code ?? safe).slice(0, SHOWN) });
}
