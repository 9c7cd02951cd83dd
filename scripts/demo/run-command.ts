import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProgram } from '../../packages/cli/src/program.js';
import { ROOT } from '../source-files.js';

/** How a shown command begins, and with that the program behind it. */
export type Program = 'flowmcp' | 'npx tsx scripts/example-grader.ts';

/**
 * Runs the commands of the demo for real. The flowmcp ones run in this process, which saves half a second
 * for each; the grader is a program of its own, as any grader is.
 *
 * @param folder absolute temporary folder
 * @returns the exit code of the command
 */
export async function runCommand(program: Program, args: readonly string[], folder: string): Promise<number> {
  useOwnHome(folder);
  return program === 'flowmcp' ? runProgram(args) : runExampleGrader(args);
}

/** Another home, so that no setting and no key of the person who looks on plays a part. */
function useOwnHome(folder: string): void {
  const home = join(folder, 'home');
  Object.assign(process.env, { HOME: home, USERPROFILE: home, FLOWMCP_GRADING_DATA: join(folder, 'island') });
}

async function runExampleGrader(args: readonly string[]): Promise<number> {
  const words = ['--import', 'tsx', 'scripts/example-grader.ts', ...args];
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
