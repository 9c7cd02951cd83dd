import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Problem } from '../model/problem.js';
import { codeOf } from '../model/system-error.js';
import { problem } from '../tables/error-codes.js';

/**
 * Sees to it that results have somewhere to go before anything is done for them.
 *
 * @returns DST-011 where they have not
 */
export function checkResultFile(file: string): Promise<Problem | null> {
  return orProblem(file, async () => {
    await access(dirname(file), constants.W_OK);
    // Put in place of what is there: of a device that would be its end.
    return (await isOther(file)) ? problem('DST-011', { file }, { reason: 'it is no plain file' }) : null;
  });
}

/**
 * Writes JSON Lines as a whole or not at all.
 *
 * @returns DST-011 where that is refused
 */
export function writeResultLines(file: string, lines: readonly unknown[]): Promise<Problem | null> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return orProblem(file, async () => {
    await writeFileAtomic(file, text);
    return null;
  });
}

async function isOther(file: string): Promise<boolean> {
  try {
    return !(await stat(file)).isFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function orProblem(file: string, run: () => Promise<Problem | null>): Promise<Problem | null> {
  try {
    return await run();
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return problem('DST-011', { file }, { reason });
  }
}
