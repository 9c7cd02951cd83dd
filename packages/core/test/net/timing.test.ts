// Retry-After, limits in total and per host, the throttle between two starts.
import { describe, expect, it } from 'vitest';
import { createPace } from '../../src/net/client.js';
import { parseRetryAfter } from '../../src/net/headers.js';

describe('parseRetryAfter', () => {
  const now = new Date('2026-03-01T10:00:00Z');

  it.each([
    [null, null],
    ['0', 0],
    [' 7 ', 7000],
    ['Sun, 01 Mar 2026 10:00:05 GMT', 5000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['', null],
  ])('%j: %j', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });
});

describe('createPace', () => {
  /** A clock that only sleeping advances. */
  function pace(options: { concurrency: number; perHost: number; throttleMs?: number }) {
    let time = 0;
    const made = createPace({
      throttleMs: 0,
      ...options,
      now: () => time,
      sleep: async (ms) => {
        time += ms;
      },
    });
    const starts: number[] = [];
    let running = 0;
    let most = 0;
    const job = async () => {
      starts.push(time);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const send = (host: string) => made.holdHost(host, () => made.turn(host, job));
    return { send, starts, most: () => most };
  }

  it('keeps the total limit and the limit per host', async () => {
    const total = pace({ concurrency: 2, perHost: 9 });
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(total.send));
    expect(total.most()).toBe(2);
    const host = pace({ concurrency: 9, perHost: 3 });
    await Promise.all(['a', 'a', 'a', 'a', 'a'].map(host.send));
    expect(host.most()).toBe(3);
  });

  it('keeps the throttle between two starts at one host', async () => {
    const { send, starts } = pace({ concurrency: 9, perHost: 9, throttleMs: 100 });
    await Promise.all(['a', 'a', 'a'].map(send));
    expect(starts).toEqual([0, 100, 200]);
  });

  it('a waiting host takes no place from another', async () => {
    const made = createPace({
      concurrency: 1,
      perHost: 1,
      throttleMs: 0,
      now: () => 0,
      sleep: async () => {},
    });
    const order: string[] = [];
    let release = () => {};
    const waiting = made.holdHost(
      'a',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await made.holdHost('b', () => made.turn('b', async () => order.push('b')));
    release();
    await waiting;
    expect(order).toEqual(['b']);
  });
});
