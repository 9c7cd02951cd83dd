// The address of a queue comes from a variable or a file, so that its password appears in no command line and
// no message.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixture } from 'fs-fixture';
import { afterEach, describe, expect, it } from 'vitest';
import { startRedis } from '../../core/test/features/evaluate/queue/redis-server.js';
import { runCommand } from './run-command.js';
import { startProcess } from './run-process.js';

const PASSWORD = 's3cret-of-the-queue';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const GRADE = ['--evaluator-command', 'node', '-e', 'console.log(JSON.stringify({ score: 1 }))'];

describe('the address of a queue', () => {
  it.each(['env:QUEUE', 'file:queue.txt'])('is taken from %s', async (queue) => {
    const redis = await startRedis({ password: PASSWORD });
    closing.push(redis.close);
    const address = redis.address.replace('redis://', `redis://:${PASSWORD}@`);
    await using place = await createFixture({ 'queue.txt': `${address}\n` });
    const surroundings = { cwd: place.path, home: place.path, env: { QUEUE: address } };
    const child = startProcess(['evaluator', 'work', '--queue', queue, ...GRADE], surroundings);
    closing.push(() => child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    while (!said.includes('ready') && child.exitCode === null) await delay(20);
    const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8');
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
    expect(said).toContain(`ready: taking calls from ${redis.address}`);
    expect(words).toContain(queue);
    expect(words + said).not.toContain(PASSWORD);
  });

  it.each([
    ['file:none.txt', 'CLI-003'],
    ['file:two.txt', 'two.txt was expected to contain one line'],
    ['file:empty.txt', 'empty.txt was expected to contain one line'],
    ['file:large.txt', 'large.txt was expected to contain one line'],
    ['file:wrong.txt', 'QUE-001'],
    ['file:away.txt', 'QUE-002'],
    ['env:NOT_SET', 'NOT_SET is not set'],
  ])('%s: %s', async (queue, reason) => {
    const away = `redis://:${PASSWORD}@127.0.0.1:1`;
    await using place = await createFixture({
      'two.txt': `${away}\n${PASSWORD}\n`,
      'empty.txt': '\n',
      'large.txt': PASSWORD.repeat(400),
      'wrong.txt': PASSWORD,
      'away.txt': away,
    });
    const words = ['evaluator', 'work', '--queue', queue, ...GRADE];
    const { code, stdout, stderr } = await runCommand(words, { cwd: place.path, home: place.path });
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });
});
