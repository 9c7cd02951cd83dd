// A short loss of the queue is bridged; one that lasts, or a queue that cannot write, ends the command with its reason.
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parseQueueAddress } from '../../../../src/features/evaluate/queue/address.js';
import { openJobQueue } from '../../../../src/features/evaluate/queue/job-queue.js';
import { openJobWorker } from '../../../../src/features/evaluate/queue/job-worker.js';
import { startRedis } from './redis-server.js';

const open = (address: string, patienceMs = 300) =>
  openJobQueue(parseQueueAddress(address), 'calls', undefined, { patienceMs });

describe('a queue', () => {
  it('that is lost ends the waiting commands, and its workers', async () => {
    const redis = await startRedis();
    const queue = await open(redis.address);
    const worker = await openJobWorker({
      ...{ address: parseQueueAddress(redis.address), name: 'calls', concurrency: 1, rate: null },
      ...{ lostAfterMs: 2000, patienceMs: 300, onHandled: () => undefined },
      handle: () => delay(60_000, { how: 'given-back' as const }, { ref: false }),
    });
    const waiting = queue.run('call-a', {}, { attempts: 1 });
    const told = Promise.allSettled([waiting, worker.lost]);
    while (!(await redis.countJobs()).active) await delay(10);
    await redis.close();
    for (const one of await told) {
      expect(one).toMatchObject({ status: 'rejected', reason: { problem: { code: 'QUE-005' } } });
    }
    await expect(queue.run('call-b', {}, { attempts: 1 })).rejects.toMatchObject({
      problem: { code: 'QUE-005' },
    });
    await Promise.all([worker.close(), queue.close()]);
  });

  it('whose connections are cut continues', async () => {
    const redis = await startRedis();
    const queue = await open(redis.address, 10_000);
    const answer = queue.run('call-a', {}, { attempts: 1 });
    while (!(await redis.countJobs()).wait) await delay(10);
    await redis.client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const worker = await openJobWorker({
      ...{ address: parseQueueAddress(redis.address), name: 'calls', concurrency: 1, rate: null },
      ...{ lostAfterMs: 2000, onHandled: () => undefined },
      handle: async () => ({ how: 'answered' as const, value: 7 }),
    });
    expect(await answer).toEqual({ how: 'answered', value: 7 });
    await Promise.all([worker.close(), queue.close()]);
    await redis.close();
  });

  it('without memory reports that', async () => {
    const redis = await startRedis();
    const queue = await open(redis.address);
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(queue.run('call-a', {}, { attempts: 1 })).rejects.toMatchObject({
      problem: { code: 'QUE-011', args: { reason: expect.stringContaining('OOM') } },
    });
    await queue.close();
    await redis.close();
  });
});
