import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProgram } from '../../packages/cli/src/program.js';
import { ROOT } from '../source-files.js';

/** How a shown command begins, and with that the program behind it. */
export type Program = 'flowmcp' | 'npx tsx scripts/example-grader.ts';

/** A step that did not end with 0, or a result that is not what it should be. */
export class DemoFailure extends Error {}

/** Runs a command and tells its exit code; a quiet one is heard only if it fails. */
export type RunCommand = (
  program: Program,
  args: readonly string[],
  folder: string,
  quiet?: boolean,
) => Promise<number>;

/**
 * Runs the commands of the demo for real. The flowmcp ones run in this process, which saves half a second
 * for each; the grader is a program of its own, as any grader is.
 *
 * @param folder absolute temporary folder
 * @returns the exit code of the command
 */
export const runCommand: RunCommand = async (program, args, folder, quiet = false) => {
  useOwnHome(folder);
  const run = () => (program === 'flowmcp' ? runProgram(args) : runExampleGrader(args, quiet));
  return quiet ? withoutOutput(run) : run();
};

/** Holds back what this process prints, and lets it out if the command did not end with 0. */
async function withoutOutput(run: () => Promise<number>): Promise<number> {
  const held: string[] = [];
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array) => {
      held.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      return true;
    };
  }
  const restore = () => {
    for (const [at, stream] of streams.entries()) Object.assign(stream, { write: writes[at] });
  };
  const code = await run().finally(restore);
  if (code !== 0) process.stderr.write(held.join(''));
  return code;
}

/** Another home, so that no setting and no key of the person who looks on plays a part. */
function useOwnHome(folder: string): void {
  const home = join(folder, 'home');
  Object.assign(process.env, { HOME: home, USERPROFILE: home, FLOWMCP_GRADING_DATA: join(folder, 'island') });
}

async function runExampleGrader(args: readonly string[], quiet: boolean): Promise<number> {
  const words = ['--import', 'tsx', 'scripts/example-grader.ts', ...args];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
