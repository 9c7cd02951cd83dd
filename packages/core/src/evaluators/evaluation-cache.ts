import { lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { fatal, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { canonicalJson, sha256 } from '../spec/hash.js';
import { parseExact, stringifyExact } from '../values/exact-json.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import type { Evaluation } from './logic/evaluator.js';

const FORMAT = 'flowmcp-evaluation-cache/1';
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** More than any answer needs: an evaluator's answer is limited to 1 MiB. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/** Everything that an answer depends on. */
export interface Asked {
  /** The evaluator's cacheKey. */
  readonly evaluator: string;
  /** The payload, or another question, as JSON. */
  readonly question: unknown;
  /** Number of the sample, from 1 on; absent: the answer itself. */
  readonly sample?: number;
  /** How often the question was answered before, if a new answer is wanted each time; absent: never. */
  readonly repeat?: number;
}

/** Answers of earlier runs, one file each. Failures are never stored. */
export interface EvaluationCache {
  /**
   * @param accept turns a stored value into an answer; returns null if it is not one
   * @returns null if there is no entry, or a damaged one (EVL-052)
   */
  read<T>(asked: Asked, accept: (stored: unknown) => T | null): Promise<T | null>;
  /** Replaces the whole entry. If that fails (EVL-053), the run still has its answer. */
  write(asked: Asked, answer: unknown): Promise<void>;
}

/**
 * Opens a folder of answers (`--cache`), and creates it if it is missing. A file is named by the sha256 of question and
 * evaluator, so its name reveals neither and cannot point outside the folder.
 *
 * @throws GradingError EVL-051 if it is not a folder and cannot be created
 */
export async function openEvaluationCache({
  folder,
  onWarning,
}: {
  readonly folder: string;
  readonly onWarning: (warning: Problem) => void;
}): Promise<EvaluationCache> {
  await orFatal(folder, () => mkdir(folder, { recursive: true, mode: FOLDER_MODE }));
  let hasFailed = false;
  return {
    async read(asked, accept) {
      const key = keyOf(asked);
      const path = join(folder, fileName(key));
      const found = await readEntry(path, key);
      if (found === null) return null;
      const answer = 'answer' in found ? accept(found.answer) : null;
      if (answer !== null) return answer;
      const reason = 'damage' in found ? found.damage : 'it contains no answer of this kind';
      onWarning(problem('EVL-052', { file: path }, { reason }));
      return null;
    },
    async write(asked, answer) {
      const key = keyOf(asked);
      const entry = { format: FORMAT, key, digest: digestOf(answer), answer };
      try {
        // A lost answer is asked for again, and a torn entry is noticed: flushing would gain nothing.
        const options = { mode: FILE_MODE, fsync: false };
        await writeFileAtomic(join(folder, fileName(key)), `${stringifyExact(entry)}\n`, options);
      } catch (error) {
        const cause = codeOf(error);
        if (cause === undefined) throw error;
        // Report a full disk once, not once per answer.
        if (!hasFailed) onWarning(problem('EVL-053', { file: folder }, { cause }));
        hasFailed = true;
      }
    },
  };
}

/** Reads an evaluation from the cache; null for anything else. */
export function storedEvaluation(stored: unknown): Evaluation | null {
  if (!isRecord(stored)) return null;
  const { score, sideInfo } = stored;
  return typeof score === 'number' && Number.isFinite(score) && isRecord(sideInfo)
    ? { score, sideInfo }
    : null;
}

function keyOf(asked: Asked): string {
  return sha256(canonicalJson(asked));
}

function fileName(key: string): string {
  return `${key}.json`;
}

function digestOf(answer: unknown): string {
  return sha256(stringifyExact(answer));
}

type Entry = { readonly answer: unknown } | { readonly damage: string };

async function readEntry(path: string, key: string): Promise<Entry | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) return { damage: 'it is not a plain file' };
    if (found.size > MAX_ENTRY_BYTES) return { damage: 'it is too large' };
    return parseEntry(await readFile(path, 'utf8'), key);
  } catch (error) {
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    return cause === 'ENOENT' ? null : { damage: `it cannot be read (${cause})` };
  }
}

function parseEntry(text: string, key: string): Entry {
  let entry: unknown;
  try {
    entry = parseExact(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { damage: 'it is not JSON' };
  }
  if (!isRecord(entry) || entry.format !== FORMAT) return { damage: 'it is not a cached answer' };
  if (entry.key !== key) return { damage: 'it belongs to another question' };
  if (entry.answer === undefined || digestOf(entry.answer) !== entry.digest) {
    return { damage: 'its answer is not the one that was stored' };
  }
  return { answer: entry.answer };
}

async function orFatal<T>(folder: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    throw fatal('EVL-051', undefined, { folder, cause });
  }
}
