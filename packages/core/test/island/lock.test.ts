// One writer per target at a time; the lock of a killed holder is soon free.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { Island } from '../../src/island/island.js';
import { withLock } from '../../src/island/lock.js';
import { ownMark, ownOwner } from '../../src/island/lock-owner.js';
import { GradingError } from '../../src/problems/problem.js';

const TARGET = 'providers/demo';
/** No process has such a high number. */
const GONE = 2 ** 30;

async function holdElsewhere(root: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('hold-lock.ts', import.meta.url));
  const child = fork(script, [root, TARGET], {
    execArgv: ['--conditions=flowmcp-source', '--import', 'tsx'],
  });
  await once(child, 'message');
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const left = once(child, 'exit');
  child.send('stop');
  await left;
}

/** Sets the holder's last sign of life back by this time. */
function age(root: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(`${root}/.lock/providers--demo.lock`, then, then);
}

const lock =
  (root: string, timeoutMs: number) =>
  <T>(operation: () => Promise<T> | T) =>
    withLock({ island: new Island(root), target: TARGET, command: 'grading rebuild', timeoutMs }, operation);

describe('two processes on one target', () => {
  it('the second names the holder (ISL-002), or waits until the lock is free', async () => {
    await using fixture = await createFixture();
    const child = await holdElsewhere(fixture.path);
    const refused = lock(fixture.path, 300)(() => 'never');
    await expect(refused).rejects.toMatchObject({
      problem: {
        code: 'ISL-002',
        where: { file: '.lock/providers--demo.json' },
        args: {
          target: TARGET,
          who: expect.stringContaining(`process ${child.pid} on ${hostname()} (grading import, since 20`),
        },
      },
    });
    const waiting = lock(fixture.path, 20_000)(() => 'done');
    await stop(child);
    expect(await waiting).toBe('done');
  });

  it('another target is free', async () => {
    await using fixture = await createFixture();
    const child = await holdElsewhere(fixture.path);
    const island = new Island(fixture.path);
    const other = { island, target: 'providers/other', command: 'x', timeoutMs: 0 };
    expect(await withLock(other, () => 'done')).toBe('done');
    await stop(child);
  });

  it('the lock of a killed holder is freed after a while, not after a minute', async () => {
    await using fixture = await createFixture();
    const child = await holdElsewhere(fixture.path);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(lock(fixture.path, 0)(() => 'at once')).rejects.toMatchObject({
      problem: { code: 'ISL-002' },
    });
    age(fixture.path, 7);
    expect(await lock(fixture.path, 0)(() => 'done')).toBe('done');
  });

  it('a holder on another machine is not treated as dead', async () => {
    await using fixture = await createFixture();
    mkdirSync(fixture.getPath('.lock/providers--demo.lock'), { recursive: true });
    const owner = { pid: 2 ** 30, host: `not-${hostname()}`, command: 'grading import', startedAt: 'then' };
    writeFileSync(fixture.getPath('.lock/providers--demo.json'), JSON.stringify(owner));
    age(fixture.path, 50);
    await expect(lock(fixture.path, 0)(() => 'taken')).rejects.toMatchObject({
      problem: { args: { who: expect.stringContaining(owner.host) } },
    });
  });

  it('a live, busy holder keeps its lock, however long', async () => {
    await using fixture = await createFixture();
    const child = await holdElsewhere(fixture.path);
    child.kill('SIGSTOP');
    age(fixture.path, 3600);
    await expect(lock(fixture.path, 0)(() => 'taken')).rejects.toMatchObject({
      problem: { code: 'ISL-002' },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await lock(fixture.path, 0)(() => 'taken')).toBe('taken');
  });

  describe('a process with the number in the lock', () => {
    const hold = (root: string, differs: object = {}) => {
      mkdirSync(`${root}/.lock/providers--demo.lock`, { recursive: true });
      const owner = { ...ownOwner('grading import'), ...differs };
      writeFileSync(`${root}/.lock/providers--demo.json`, JSON.stringify(owner));
    };
    const isFreeAfter = async (root: string, seconds: number) => {
      age(root, seconds);
      return lock(
        root,
        0,
      )(() => true).catch((error: unknown) => {
        if (error instanceof GradingError && error.problem.code === 'ISL-002') return false;
        throw error;
      });
    };

    it.each([
      ['is another one that has the number now', { process: { ...ownMark(), started: 1 } }, 6],
      ['is counted elsewhere', { process: { ...ownMark(), space: 'another boot' } }, 60],
      ['is counted elsewhere and not here', { pid: GONE, process: { ...ownMark(), space: 'other' } }, 60],
      ['is gone', { pid: GONE }, 6],
      ['is gone, and has no mark', { pid: GONE, process: undefined }, 6],
      ['has no mark', { process: undefined }, 60],
      [
        'had the lock before it was taken by one that names nobody',
        { startedAt: new Date(0).toISOString() },
        60,
      ],
    ])('%s', async (_, differs, seconds) => {
      await using fixture = await createFixture();
      hold(fixture.path, differs);
      expect(await isFreeAfter(fixture.path, seconds - 2)).toBe(false);
      expect(await isFreeAfter(fixture.path, seconds + 2)).toBe(true);
    });

    it('holds it', async () => {
      await using fixture = await createFixture();
      hold(fixture.path);
      expect(await isFreeAfter(fixture.path, 3600)).toBe(false);
    });
  });

  it.each(['', 'null', '{}', '{"pid":"1"}', '{"pid":1,"host":"here"}'])(
    'an unusable owner file (%j) names nobody',
    async (text) => {
      await using fixture = await createFixture();
      mkdirSync(fixture.getPath('.lock/providers--demo.lock'), { recursive: true });
      writeFileSync(fixture.getPath('.lock/providers--demo.json'), text);
      await expect(lock(fixture.path, 0)(() => 'taken')).rejects.toMatchObject({
        problem: { code: 'ISL-002', args: { who: 'another process' } },
      });
      age(fixture.path, 7);
      expect(await lock(fixture.path, 0)(() => 'taken')).toBe('taken');
    },
  );
});

it('a lock that could not be released is not held by the surviving process', async () => {
  await using fixture = await createFixture();
  const inLock = fixture.getPath('.lock/providers--demo.lock/in-the-way');
  const failing = lock(
    fixture.path,
    0,
  )(() => {
    writeFileSync(inLock, '');
    return 'done';
  });
  await expect(failing).rejects.toThrow();
  rmSync(inLock);
  age(fixture.path, 70);
  expect(await lock(fixture.path, 0)(() => 'taken')).toBe('taken');
});

describe('within one process', () => {
  it('operations take turns, and a failing one releases the lock', async () => {
    await using fixture = await createFixture();
    const order: string[] = [];
    const turn = (name: string) =>
      lock(
        fixture.path,
        20_000,
      )(async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push(`${name} ends`);
        if (name === 'a') throw new Error('a fails');
        return name;
      });
    const turns = await Promise.allSettled([turn('a'), turn('b')]);
    expect(turns.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order[1]).toBe(order[0]?.replace('begins', 'ends'));
    expect(order[3]).toBe(order[2]?.replace('begins', 'ends'));
  });
});
