import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProgram } from '../../packages/cli/src/program.js';
import { ROOT } from '../source-files.js';

/** First words of a command as shown; they select the program to run. */
export type Program = 'flowmcp' | 'npx tsx scripts/example-grader.ts';

/** A step that did not exit with 0, or a wrong result. */
export class DemoFailure extends Error {}

/** Runs a command and returns its exit code; a quiet command's output appears only if it fails. */
export type RunCommand = (
  program: Program,
  args: readonly string[],
  folder: string,
  quiet?: boolean,
) => Promise<number>;

/**
 * Runs the real commands of the demo. Those of flowmcp run in this process, which saves half a second each;
 * the grader is a separate program, as any grader is.
 *
 * @param folder absolute temporary folder
 * @returns the exit code of the command
 */
export const runCommand: RunCommand = async (program, args, folder, quiet = false) => {
  useOwnHome(folder);
  const run = () => (program === 'flowmcp' ? runProgram(args) : runExampleGrader(args, quiet));
  return quiet ? withoutOutput(run) : run();
};

/** Holds back the output of this process, and prints it if the command does not exit with 0. */
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

/** Sets another home folder, so that none of the user's settings or keys has an effect. */
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
