import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codeOf } from '../model/system-error.js';
import { fatal } from '../tables/error-codes.js';

/**
 * Sees to it that results have somewhere to go before anything is done for them.
 *
 * @throws GradingError DST-011
 */
export function checkResultFile(file: string): Promise<void> {
  return orFatal(file, () => access(dirname(file), constants.W_OK));
}

/**
 * Writes JSON Lines as a whole or not at all.
 *
 * @throws GradingError DST-011
 */
export function writeResultLines(file: string, lines: readonly unknown[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return orFatal(file, () => writeFileAtomic(file, text));
}

async function orFatal(file: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    throw fatal('DST-011', { file }, { reason });
  }
}
