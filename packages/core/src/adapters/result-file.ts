import { randomUUID } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Problem } from '../model/problem.js';
import { codeOf } from '../model/system-error.js';
import { problem } from '../tables/error-codes.js';

/** How a file is called that can not be written: by the code of whoever wants it. */
export type UnwritableCode = 'DST-011' | 'LNT-003' | 'GAT-024' | 'RPT-001';

/**
 * Sees to it that results have somewhere to go before anything is done for them.
 *
 * @returns `code` where they have not
 */
export function checkResultFile(file: string, code: UnwritableCode): Promise<Problem | null> {
  return orProblem(file, code, async () => {
    await access(dirname(file), constants.W_OK);
    // Put in place of what is there: of a device that would be its end.
    return (await isOther(file)) ? problem(code, { file }, { reason: 'it is no plain file' }) : null;
  });
}

/**
 * Writes JSON Lines as a whole or not at all.
 *
 * @returns DST-011 where that is refused
 */
export function writeResultLines(file: string, lines: readonly unknown[]): Promise<Problem | null> {
  return writeResultText(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'DST-011');
}

/**
 * Writes a text as a whole or not at all.
 *
 * @returns `code` where that is refused
 */
export function writeResultText(file: string, text: string, code: UnwritableCode): Promise<Problem | null> {
  return writeResultParts(file, [text], code);
}

/**
 * Writes a text that comes in parts, as a whole or not at all; it is never held as a whole.
 *
 * @returns `code` where that is refused; what is thrown while a part is made is thrown on, and leaves nothing behind
 */
export async function writeResultParts(
  file: string,
  parts: AsyncIterable<string> | Iterable<string>,
  code: UnwritableCode,
): Promise<Problem | null> {
  const step = (run: () => Promise<unknown>) =>
    orProblem(file, code, async () => {
      await run();
      return null;
    });
  let begun: BegunFile | undefined;
  // A command that is interrupted ends without coming back here.
  const clean = () => {
    if (begun) rmSync(begun.temporary, { force: true });
  };
  process.once('exit', clean);
  try {
    const refused = await step(async () => {
      begun = await beginFile(file);
    });
    if (refused || !begun) return refused;
    const { handle, temporary, place } = begun;
    for await (const part of parts) {
      const unwritten = await step(() => handle.writeFile(part));
      if (unwritten) return unwritten;
    }
    return await step(async () => {
      await handle.sync();
      await handle.close();
      await rename(temporary, place);
    });
  } finally {
    process.off('exit', clean);
    await begun?.handle.close();
    clean();
  }
}

interface BegunFile {
  readonly handle: FileHandle;
  readonly temporary: string;
  /** Where the file is to be in the end: behind a link, where there is one. */
  readonly place: string;
}

async function beginFile(file: string): Promise<BegunFile> {
  // Whatever is wrong with the place is said when the file is begun there.
  const known = await stat(file).catch(() => null);
  const place = known ? await realpath(file) : file;
  const temporary = join(dirname(place), `.${basename(place)}.${randomUUID()}.tmp`);
  return { handle: await open(temporary, 'wx', known?.mode), temporary, place };
}

async function isOther(file: string): Promise<boolean> {
  try {
    return !(await stat(file)).isFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function orProblem(
  file: string,
  code: UnwritableCode,
  run: () => Promise<Problem | null>,
): Promise<Problem | null> {
  try {
    return await run();
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return problem(code, { file }, { reason });
  }
}
