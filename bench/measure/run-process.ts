import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const USAGE = fileURLToPath(new URL('usage.cjs', import.meta.url));

export interface Taken {
  /** Processor time, user and system, of all threads of the process. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Peak memory. */
  readonly megabytes: number;
  /** Number of bytes it wrote to standard output. */
  readonly outputBytes: number;
}

export interface ProcessToRun {
  /** Arguments after `node`. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Text for its standard input; default: empty. */
  readonly input?: string;
  /** Exit codes that count as success. */
  readonly exits?: readonly number[];
  /** Folder for its output. */
  readonly scratch: string;
}

/**
 * Runs a whole node process and measures it.
 *
 * @throws Error with the end of its output if its exit code is not an expected one
 */
export function runProcess({ args, env = {}, cwd, input, exits = [0], scratch }: ProcessToRun): Taken {
  const place = (name: string) => join(scratch, name);
  const out = openSync(place('stdout'), 'w');
  const errors = openSync(place('stderr'), 'w');
  const started = performance.now();
  const { status, error } = spawnSync(process.execPath, ['-r', USAGE, ...args], {
    cwd,
    env: { ...clean(), ...env, BENCH_USAGE: place('usage.json') },
    stdio: [input === undefined ? 'ignore' : 'pipe', out, errors],
    ...(input !== undefined && { input }),
  });
  const wallMs = performance.now() - started;
  closeSync(out);
  closeSync(errors);
  if (error) throw error;
  if (status === null || !exits.includes(status)) {
    const said = readFileSync(place('stderr'), 'utf8').slice(-2000);
    throw new Error(`exit ${status} of ${args.join(' ').slice(0, 300)}\n${said}`);
  }
  const usage = JSON.parse(readFileSync(place('usage.json'), 'utf8')) as { cpuMs: number; maxRSS: number };
  return {
    cpuMs: usage.cpuMs,
    wallMs,
    megabytes: usage.maxRSS / 1024,
    outputBytes: statSync(place('stdout')).size,
  };
}

/** Removes environment variables that make node do more than it does for a user. */
function clean(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1' };
}
