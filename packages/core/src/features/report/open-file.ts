import { spawn } from 'node:child_process';
import { codeOf } from '../../values/system-error.js';

/** The program with which each system opens a file; no shell reads the name. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
const OTHER = ['xdg-open'] as const;

/**
 * Opens a file with the system's default program, and does not wait for it.
 *
 * @param file absolute, so that it cannot be taken for an option
 * @returns why no program could be started; null if one was
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
