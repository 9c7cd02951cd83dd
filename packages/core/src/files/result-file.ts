import { randomUUID } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { access, type FileHandle, open, readdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { EvaluatorSpec } from '../evaluators/logic/evaluator.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { stringifyExact } from '../values/exact-json.js';
import { codeOf } from '../values/system-error.js';

/** Codes for a file that cannot be written; the caller passes the one for its kind of file. */
export type UnwritableCode =
  | 'DST-011'
  | 'EVR-008'
  | 'LNT-003'
  | 'GAT-024'
  | 'RPT-001'
  | 'EXP-014'
  | 'FIX-005'
  | 'TRI-013';

/** Input of a run: a file, or the files of a folder, limited to names that match `only`. */
export type RunInput = string | { readonly folder: string; readonly only?: RegExp };

/** Files that a run reads from a folder of schemas; a report may lie beside them. */
export const MODULE = /\.[cm]?js$/;

/** Words of an evaluator's command that may be files: the program and its scripts. */
export function filesOfEvaluator(evaluator: EvaluatorSpec): string[] {
  return evaluator.kind === 'command' ? evaluator.argv.map((word) => resolve(evaluator.cwd ?? '', word)) : [];
}

/**
 * Checks, before any work is done, that results can be written and overwrite nothing that the run reads.
 *
 * @param inputs missing ones are ignored
 * @returns `code` if the results cannot be written; CLI-006 if they would overwrite an input
 */
export function checkResultFile(
  file: string,
  code: UnwritableCode,
  inputs: readonly RunInput[],
): Promise<Problem | null> {
  return orProblem(file, code, async () => {
    const { known, place } = await findPlace(file);
    await access(dirname(place), constants.W_OK);
    // Writing replaces the file, which would destroy a device.
    if (known && !known.isFile()) return problem(code, { file }, { reason: 'it is not a plain file' });
    const input = await findOverwritten(file, inputs);
    return input === null ? null : problem('CLI-006', { file }, { file, input });
  });
}

/** Refuses to write two outputs to one file, where only the later one would remain. */
export async function checkApart(first: string, second: string): Promise<Problem | null> {
  const [one, other] = await Promise.all([findPlace(first), findPlace(second)]);
  const isOne = one.place === other.place || (await findOverwritten(first, [second])) !== null;
  return isOne ? problem('CLI-007', { file: first }, { file: first, other: second }) : null;
}

/** Finds the input that is the same file as the output, even under another name, through a link or as a hard link. */
async function findOverwritten(file: string, inputs: readonly RunInput[]): Promise<string | null> {
  const known = await identityOf(file);
  if (!known) return null;
  for (const input of inputs) {
    const found = typeof input === 'string' ? input : await findInFolder(known, input);
    if (found !== null && known.is(await identityOf(found))) return found;
  }
  return null;
}

interface Identity {
  readonly path: string;
  readonly names: bigint;
  readonly key: string;
  readonly is: (other: Identity | null) => boolean;
}

async function identityOf(file: string): Promise<Identity | null> {
  const known = await stat(file, { bigint: true }).catch(() => null);
  if (!known) return null;
  const key = `${known.dev} ${known.ino}`;
  return { path: await realpath(file), names: known.nlink, key, is: (other) => other?.key === key };
}

/** Looks for the file in a folder. Only a file with several hard links is compared with every file there. */
async function findInFolder(
  known: Identity,
  { folder, only }: { readonly folder: string; readonly only?: RegExp },
): Promise<string | null> {
  const root = await realpath(folder).catch(() => null);
  if (root === null) return null;
  const isRead = (path: string) => only?.test(path) ?? true;
  const below = relative(root, known.path);
  if (below !== '' && below.split(sep)[0] !== '..' && resolve(root, below) === known.path && isRead(below)) {
    return known.path;
  }
  if (known.names < 2n) return null;
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && isRead(path) && known.is(await identityOf(path))) return path;
  }
  return null;
}

/**
 * Writes JSON Lines completely or not at all.
 *
 * @returns DST-011 if writing fails
 */
export function writeResultLines(file: string, lines: readonly unknown[]): Promise<Problem | null> {
  return writeResultText(file, lines.map((line) => `${stringifyExact(line)}\n`).join(''), 'DST-011');
}

/**
 * Writes text to a file, completely or not at all.
 *
 * @returns `code` if writing fails
 */
export function writeResultText(file: string, text: string, code: UnwritableCode): Promise<Problem | null> {
  return writeResultParts(file, [text], code);
}

/**
 * Writes text that arrives in parts, completely or not at all; the whole text is never held in memory.
 *
 * @returns `code` if writing fails; an error thrown while a part is being produced is passed on, and no file
 * is left behind
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
  // After an interrupt, the command ends without returning here.
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
  /** The path that is finally written: the target of a link, or the given path. */
  readonly place: string;
}

async function beginFile(file: string): Promise<BegunFile> {
  const { known, place } = await findPlace(file);
  const temporary = join(dirname(place), `.${basename(place)}.${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', known?.mode);
  // The umask may have narrowed the mode of the temporary file, but an existing file must keep its mode.
  if (known) await handle.chmod(known.mode);
  return { handle, temporary, place };
}

/** Finds the file, if it exists, and the path to write to, which is the target of a link. */
async function findPlace(file: string) {
  try {
    return { known: await stat(file), place: await realpath(file) };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const folder = await realpath(dirname(file)).catch(() => dirname(file));
    return { known: null, place: join(folder, basename(file)) };
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
