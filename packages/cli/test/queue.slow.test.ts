// Three worker processes, one killed in the middle: every call is answered once, none is lost, nothing is
// left behind.
import { setTimeout as delay } from 'node:timers/promises';
import { createFixture } from 'fs-fixture';
import { afterEach, describe, expect, it } from 'vitest';
import { startRedis } from '../../core/test/features/evaluate/queue/redis-server.js';
import { startMockProvider } from '../../core/test/journeys/mock-provider.js';
import { API, schemaText, toolAt } from '../../core/test/journeys/provider-sources.js';
import { startCountingService } from './counting-service.js';
import { QUESTIONS_OF_A_TOOL, runQueueTrial } from './queue-trial.js';
import { runCommand } from './run-command.js';
import { startProcess } from './run-process.js';

/** Duration of a call, long enough to be interrupted. */
const HANGS_MS = 400;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('workers of one queue', () => {
  it('answer 56 calls after one of three was killed', { timeout: 120_000 }, async () => {
    const concurrency = 2;
    const trial = await runQueueTrial({
      ...{ schemas: 1, tools: 8, workers: 3, concurrency, delayMs: 60, lostAfterSeconds: 2 },
    });
    const total = 8 * QUESTIONS_OF_A_TOOL;
    expect(trial).toMatchObject({ code: 0, stderr: '', jobsLeft: {}, secretsInRedis: 0 });
    expect([trial.total, trial.questions, trial.journalLines]).toEqual([total, total, total]);
    expect([trial.answers, trial.differentAnswers]).toEqual([total, total]);
    // The calls the killed worker had under way are made once more.
    expect(trial.calls).toBeGreaterThanOrEqual(total);
    expect(trial.calls).toBeLessThanOrEqual(total + concurrency);
  });
});

describe('a command that is stopped', () => {
  it('reports what it leaves; workers continue, and the same command takes their answers', {
    timeout: 90_000,
  }, async () => {
    const [redis, provider, service] = await Promise.all([
      startRedis(),
      startMockProvider(),
      startCountingService({ delayMs: HANGS_MS }),
    ]);
    closing.push(redis.close, provider.close, service.close);
    await using place = await createFixture({
      home: {},
      demo: { 'alpha.mjs': schemaText({ tools: { getItems: toolAt('/ok') } }) },
    });
    const surroundings = { cwd: place.path, home: place.getPath('home') };
    const mapped = ['--origin-map', `${API}=${provider.origin}`, '--allow-host', '127.0.0.1'];
    await runCommand(['grading', 'import', 'demo'], surroundings);
    await runCommand(
      ['grading', 'run', 'demo', '--emit-prompts', '--area', 'single-test', ...mapped],
      surroundings,
    );
    const asked = ['--queue', redis.address, '--evaluator-url', service.url];
    const worker = startProcess(['evaluator', 'work', '--concurrency', '1', ...asked], surroundings);
    const command = startProcess(['grading', 'evaluate', 'demo', ...asked], surroundings);
    closing.push(() => void [worker, command].map((child) => child.kill('SIGKILL')));
    let said = '';
    command.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const states = async () => Object.entries(await redis.countJobs()).map(([state]) => state);
    // The trial call is about no question.
    while (((await redis.dump()).match(/about\\":\{/g) ?? []).length < 2) await delay(50);
    command.kill('SIGINT');
    const code = await new Promise((resolve) => command.once('close', resolve));
    expect([code, said]).toEqual([
      130,
      expect.stringMatching(/^stopped; left in the queue: \d calls?\. Workers continue with them/),
    ]);
    while ((await states()).some((state) => state !== 'completed')) await delay(50);
    const again = await runCommand(['grading', 'evaluate', 'demo', '--json', ...asked], surroundings);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: true, results: [{ total: 7, unscored: [] }] });
    expect(service.questions).toHaveLength(7);
    expect(await redis.countJobs()).toEqual({});
  });
});

describe('evaluator work', () => {
  it('ends with the exit code of its signal, and reports what it did', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    closing.push(redis.close);
    await using place = await createFixture({});
    const words = ['evaluator', 'work', '--queue', redis.address, '--evaluator-command', 'node', '-e'];
    const grade = 'console.log(JSON.stringify({ score: 1 }))';
    const child = startProcess([...words, grade], { cwd: place.path, home: place.path });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    while (!said.includes('ready')) await delay(20);
    child.kill('SIGTERM');
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, said]).toEqual([
      143,
      `ready: taking calls from ${redis.address}; press Ctrl-C to stop\n0 calls answered\n`,
    ]);
  });

  it.each([
    ['evaluator work --queue redis://127.0.0.1:1 --judge-model x', 2, 'EVL-032'],
    ['evaluator work --queue env:NOT_SET --evaluator-command true', 2, 'NOT_SET is not set'],
    ['evaluator work --evaluator-command true', 2, "required option '--queue <address>'"],
    ['evaluator work --queue redis://x --rate fast --evaluator-command true', 2, 'such as 10/1'],
    ['grading evaluate x --queue redis://:s3cret@127.0.0.1:1/x --evaluator-command true', 2, 'QUE-001'],
    [
      'grading evaluate x --queue redis://x --evaluator-header a:b --evaluator-url http://127.0.0.1:1',
      2,
      '--evaluator-header cannot be used with --queue',
    ],
  ])('%s: %i', async (line, expected, reason) => {
    await using place = await createFixture({});
    const { code, stderr } = await runCommand(line.split(' '), { cwd: place.path, home: place.path });
    expect([code, stderr]).toEqual([expected, expect.stringContaining(reason)]);
    expect(stderr).not.toContain('s3cret');
  });
});
