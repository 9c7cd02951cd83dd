import { mkdirSync, rmSync } from 'node:fs';
import type { StartUp } from '../operations/start-up.js';
import type { Workplace } from '../workload/workplace.js';
import { runProcess } from './run-process.js';
import { type Measured, summarise } from './summarise.js';

const BARE = ['-e', '0'];

/** Runs a command and an empty program alternately. */
export function measureStartUp(
  startUp: StartUp,
  { workplace, runs, scratch }: { workplace: Workplace; runs: number; scratch: string },
): Measured {
  const { args, input } = startUp.prepare(workplace);
  const own = [workplace.command, ...args];
  mkdirSync(scratch, { recursive: true });
  const run = (words: readonly string[]) =>
    runProcess({
      args: words,
      env: workplace.env,
      cwd: scratch,
      scratch,
      ...(input !== undefined && { input }),
    });
  run(own);
  const pairs = Array.from({ length: runs }, () => ({ least: run(BARE), own: run(own) }));
  rmSync(scratch, { recursive: true });
  return summarise(pairs);
}
