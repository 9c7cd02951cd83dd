// No process of a call survives, however the call or we end: in the background, in other groups or sessions, orphaned.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPayload, type EvaluationOutcome } from '../../../src/evaluators/logic/evaluator.js';
import { commandOf, folderWith, isAlive, readPids } from './commands.js';

/** Leaves behind a child, one in its own group, one in its own session, and an orphan of two sessions. */
const FAMILY = `
echo $$ >> pids
sh -c 'echo $$ >> pids; exec sleep 600' >/dev/null 2>&1 &
setsid sh -c 'echo $$ >> pids; exec sleep 600' >/dev/null 2>&1 &
setsid sh -c 'setsid sh -c "echo \\$\\$ >> pids; exec sleep 600" & exit' >/dev/null 2>&1
setsid sh -c 'echo $$ >> pids; sleep 600; true' &
while [ "$(wc -l < pids)" -lt 5 ]; do sleep 0.01; done
`;
const payload = buildPayload({ candidate: 'text' });
const started = new Set<number>();

// A failed test must not leave the processes it found.
afterEach(() => {
  for (const pid of [...started].filter(isAlive)) process.kill(pid, 'SIGKILL');
  started.clear();
});

async function expectNoneAlive(cwd: string): Promise<void> {
  const pids = readPids(`${cwd}/pids`);
  for (const pid of pids) started.add(pid);
  expect(pids).toHaveLength(5);
  expect(new Set(pids).size).toBe(5);
  // A killed process is still there until the kernel has reaped it, which takes a loaded machine a while.
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
}

function codeOf(outcome: EvaluationOutcome): string {
  return 'problem' in outcome ? outcome.problem.code : 'scored';
}

describe('no process is left', () => {
  it.each([
    ['after a time-out', 'sleep 600', 'EVL-005'],
    ['after too much output', 'while :; do echo 0123456789012345678901234567890123456789; done', 'EVL-008'],
    ['after a failure', 'exit 1', 'EVL-006'],
    ['after the end by a signal', 'kill -9 $$', 'EVL-007'],
    ['after a good answer', `echo '{"score": 1}'`, 'scored'],
    ['when signals are not heard', "trap '' TERM INT HUP; sleep 600", 'EVL-005'],
  ])('%s', async (_, end, code) => {
    const cwd = await folderWith({ 'family.sh': `${FAMILY}${end}` });
    const evaluator = commandOf(['sh', 'family.sh'], { cwd, timeoutMs: 1_500 });
    expect(codeOf(await evaluator.evaluate(payload, {}))).toBe(code);
    for (const pid of readPids(`${cwd}/pids`)) started.add(pid);
    // Leftovers of a program that ended normally are searched for once, shortly after.
    await expect.poll(() => readPids(`${cwd}/pids`).filter(isAlive), { timeout: 2_000 }).toEqual([]);
    await expectNoneAlive(cwd);
  });

  it('when a call is cancelled', async () => {
    const cwd = await folderWith({ 'family.sh': `${FAMILY}touch ready; sleep 600` });
    const caller = new AbortController();
    const call = commandOf(['sh', 'family.sh'], { cwd }).evaluate(payload, { signal: caller.signal });
    await expect.poll(() => existsSync(`${cwd}/ready`), { timeout: 5_000 }).toBe(true);
    caller.abort();
    expect(codeOf(await call)).toBe('EVL-016');
    await expectNoneAlive(cwd);
  });

  it('when the evaluator is closed during a call', async () => {
    const cwd = await folderWith({ 'family.sh': `${FAMILY}touch ready; sleep 600` });
    const evaluator = commandOf(['sh', 'family.sh'], { cwd });
    const call = evaluator.evaluate(payload, {});
    await expect.poll(() => existsSync(`${cwd}/ready`), { timeout: 5_000 }).toBe(true);
    await evaluator.close();
    await expectNoneAlive(cwd);
    expect(codeOf(await call)).toBe('EVL-016');
  });

  it.each([
    ['SIGINT', 'is not listened to', 'SIGINT', ''],
    ['SIGTERM', 'is not listened to', 'SIGTERM', ''],
    ['SIGHUP', 'is not listened to', 'SIGHUP', ''],
    ['SIGHUP', 'holds a lock', 'SIGHUP', ''],
    ['SIGINT', 'exits', 130, ''],
    ['SIGINT', 'goes-on', 0, 'EVL-016'],
  ] as const)('when this process gets %s, which %s', async (signal, listens, ended, printed) => {
    const cwd = await folderWith({ 'hang.sh': `${FAMILY}touch ready; sleep 600` });
    const program = fileURLToPath(new URL('../../programs/hold-evaluator.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', program, cwd, listens], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const closed = new Promise((resolve) => {
      child.once('close', (exitCode, by) => resolve(exitCode ?? by));
    });
    await expect.poll(() => existsSync(`${cwd}/ready`), { timeout: 15_000 }).toBe(true);
    child.kill(signal);
    expect([await closed, output]).toEqual([ended, printed]);
    await expectNoneAlive(cwd);
  });

  it('of a nested call', async () => {
    const program = fileURLToPath(new URL('../../programs/hold-evaluator.ts', import.meta.url));
    const cwd = await folderWith({ 'hang.sh': `${FAMILY}touch ready; sleep 600` });
    const outer = commandOf([process.execPath, '--import', 'tsx', program, cwd]).evaluate(payload, {
      signal: AbortSignal.timeout(1),
    });
    expect(codeOf(await outer)).toBe('EVL-016');
    const caller = new AbortController();
    const again = commandOf([process.execPath, '--import', 'tsx', program, cwd]).evaluate(payload, caller);
    await expect.poll(() => existsSync(`${cwd}/ready`), { timeout: 15_000 }).toBe(true);
    caller.abort();
    expect(codeOf(await again)).toBe('EVL-016');
    await expectNoneAlive(cwd);
  });

  it('while processes outside a call survive', async () => {
    const bystander = spawn('sleep', ['600'], { stdio: 'ignore' });
    const cwd = await folderWith({
      'family.sh': `${FAMILY}exit 1`,
      'slow.sh': `sleep 1; echo '{"score": 1}'`,
    });
    const running = commandOf(['sh', 'slow.sh'], { cwd }).evaluate(payload, {});
    const evaluator = commandOf(['sh', 'family.sh'], { cwd });
    await evaluator.evaluate(payload, {});
    await evaluator.close();
    const isThere = bystander.pid !== undefined && isAlive(bystander.pid);
    bystander.kill();
    expect(isThere).toBe(true);
    expect(codeOf(await running)).toBe('scored');
  });
});
