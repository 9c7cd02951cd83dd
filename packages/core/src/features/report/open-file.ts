import { spawn } from 'node:child_process';
import { codeOf } from '../../values/system-error.js';

/** What each system opens a file with, as its user would; no shell looks at the name. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
const OTHER = ['xdg-open'] as const;

/**
 * Opens a file with the program that the system keeps for it, and does not wait for that program.
 *
 * @param file absolute, so that it can not be taken for an option
 * @returns why no program could be started; null where one was
 */
export function openFile(file: string): Promise<string | null> {
  const [program, ...args] = OPENERS[process.platform] ?? OTHER;
  return new Promise((resolve, reject) => {
    const started = spawn(program, [...args, file], { detached: true, stdio: 'ignore' });
    started.once('spawn', () => {
      started.unref();
      resolve(null);
    });
    started.once('error', (error) => {
      const code = codeOf(error);
      if (code === undefined) reject(error);
      else resolve(`${program}: ${code}`);
    });
  });
}
