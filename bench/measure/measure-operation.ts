import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreparedOperation } from '../operations/operation.js';
import type { Workplace } from '../workload/workplace.js';
import { Checkpoint } from './checkpoint.js';
import { runProcess, type Taken } from './run-process.js';
import { type Measured, summarise } from './summarise.js';

const FLOOR = fileURLToPath(new URL('floor.mjs', import.meta.url));
/** The floor resolves modules from here, so that it uses the same parser as the command. */
const CORE = fileURLToPath(new URL('../../packages/core/package.json', import.meta.url));

/**
 * Runs an operation and its floor alternately. The floor writes what the operation wrote in a first run,
 * which is not counted.
 *
 * @param scratch a separate folder; nothing in it is kept
 */
export function measureOperation(
  operation: PreparedOperation,
  { runs, scratch, workplace: { command, env } }: { runs: number; scratch: string; workplace: Workplace },
): Measured {
  mkdirSync(scratch, { recursive: true });
  const { args, changes, input, exits, before, writes } = operation;
  const checkpoint = changes === null ? null : new Checkpoint(changes);
  const own = {
    args: [command, ...args],
    env,
    cwd: scratch,
    scratch,
    ...(exits && { exits }),
    ...(input !== undefined && { input }),
  };
  const start = () => {
    checkpoint?.restore();
    before?.();
  };
  const runOwn = () => {
    start();
    return runProcess(own);
  };
  start();
  const since = Date.now();
  const first = runProcess(own);
  const written = writes ?? checkpoint?.changes(since) ?? [];
  const floor = planFloor(operation, written, first, scratch);
  const out = join(scratch, 'floor-out');
  const pairs = Array.from({ length: runs }, () => {
    start();
    rmSync(out, { recursive: true, force: true });
    const least = runProcess({ args: floor, cwd: scratch, scratch, env });
    return { least, own: runOwn() };
  });
  checkpoint?.restore();
  rmSync(scratch, { recursive: true });
  return summarise(pairs);
}

function planFloor(
  { reads, sync }: PreparedOperation,
  changed: readonly (readonly [string, number])[],
  { outputBytes }: Taken,
  scratch: string,
): string[] {
  const planFile = join(scratch, 'floor.json');
  const writes = outputBytes > 0 ? [...changed, ['stdout.txt', outputBytes]] : changed;
  const modules = reads.some(({ names }) => names.includes('mjs'));
  const plan = { core: CORE, reads, modules, out: join(scratch, 'floor-out'), writes, sync };
  writeFileSync(planFile, JSON.stringify(plan));
  return [FLOOR, planFile];
}
