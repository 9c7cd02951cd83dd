import { problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { ExactNumber, parseExact } from '../../values/exact-json.js';
import { isRecord } from '../../values/is-record.js';

/** Limits on a dataset: seed 004 sets the number of records, and the others limit memory. */
export const datasetLimits = {
  maxRecords: 10_000,
  maxLineBytes: 1024 * 1024,
  maxBytes: 256 * 1024 * 1024,
  /** Maximum nesting depth of lists and objects; more deeply nested values cannot be sent to an evaluator. */
  maxDepth: 100,
  /** Maximum number of bad lines that are listed; the others are only counted. */
  maxListed: 100,
} as const;

/** A line of a file, or an element of an array in it. */
export interface DatasetPart {
  /** The line in which it starts, from 1. */
  readonly number: number;
  /** null: it is too long. */
  readonly bytes: Buffer | null;
}

/** A record, null for a blank line, or a problem that names no file or line. */
export type ParsedRecord = { readonly record: DatasetRecord } | null | Problem;

export interface Dataset<T> {
  /** In the order of the file; empty if there are problems. */
  readonly records: readonly T[];
  /**
   * Every bad line in the order of the file, with reasons for the first hundred; empty if and only if the set is valid.
   */
  readonly problems: readonly Problem[];
}

export const TOO_LONG = problem('DST-004', undefined, { limit: datasetLimits.maxLineBytes });

/**
 * Takes the records of a dataset one by one, so that the file need not be held in memory, and reports all errors at the
 * end.
 *
 * @param file name for display
 * @param read checks what is specific to this kind of dataset
 */
export function createRecordCollector<T>(file: string, read: ReadRecord<T>) {
  const records: T[] = [];
  const bad: Problem[] = [];
  let badLines = 0;
  let found = 0;
  let firstBeyond = 0;

  return {
    /** Number of valid records so far. */
    get found() {
      return found;
    },

    /** @param number the line in which the record starts, from 1 */
    take(number: number, parsed: ParsedRecord): void {
      const where = { file, line: number };
      if (parsed === null) return;
      const taken = 'code' in parsed ? parsed : read(parsed.record, where);
      if ('code' in taken) {
        badLines += 1;
        if (bad.length < datasetLimits.maxListed) bad.push({ ...taken, where });
        return;
      }
      found += 1;
      if (found <= datasetLimits.maxRecords) records.push(taken.record);
      else if (firstBeyond === 0) firstBeyond = number;
    },

    /** @param cut why reading stopped before the end of the file, if it did */
    finish(cut: Problem | null = null): Dataset<T> {
      const { maxRecords: limit } = datasetLimits;
      const problems = [
        ...bad,
        ...(badLines > bad.length ? [problem('DST-008', { file }, { more: badLines - bad.length })] : []),
        ...(firstBeyond > 0 ? [problem('DST-005', { file, line: firstBeyond }, { found, limit })] : []),
        ...(cut ? [cut] : []),
      ];
      if (problems.length === 0 && found === 0) problems.push(problem('DST-006', { file }));
      return { records: problems.length === 0 ? records : [], problems };
    },
  };
}

export type DatasetRecord = Readonly<Record<string, unknown>>;

/** Turns a record of a line into what the dataset holds, or into the problem with it; the caller adds the place. */
export type ReadRecord<T> = (record: DatasetRecord, where: Where) => { readonly record: T } | Problem;

/**
 * Reads one record of a dataset (seed 004: UTF-8, one JSON object).
 *
 * @param bytes a line without its line feed, or an element of an array; a carriage return at its end is white space;
 *   null: it is too long
 * @returns the record, null, or DST-001 (not JSON), DST-002 (not an object), DST-003 (not UTF-8), DST-004 (too long) or
 *   DST-010 (nested too deeply, or a number that is too large)
 */
export function parseRecord(bytes: Uint8Array | null): ParsedRecord {
  if (bytes === null) return TOO_LONG;
  const text = decodeText(bytes);
  if (typeof text !== 'string') return text;
  if (text.trim() === '') return null;
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem('DST-001', undefined, { reason: error.message });
  }
  if (!isRecord(value)) return problem('DST-002', undefined, { found: kindOf(value) });
  const reason = reasonNotToHandOn(value);
  return reason === null ? { record: value } : problem('DST-010', undefined, { reason });
}

/** @returns DST-003 for bytes that are not UTF-8 */
export function decodeText(bytes: Uint8Array): string | Problem {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return problem('DST-003', undefined, { byte: firstBadByte(bytes) });
  }
}

/** 1-based, within the line. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length];
  // The beginning of valid text is also valid, unless it is cut within a character, which streaming mode accepts.
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isBeginning(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return bad;
}

function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

/** Why a readable record cannot be passed on; null if it can. */
function reasonNotToHandOn(record: object): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: record, depth: 1 }];
  for (let part = open.pop(); part; part = open.pop()) {
    const { value, depth } = part;
    if (typeof value === 'number' && !Number.isFinite(value)) return 'a number beyond 1.8e308';
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) continue;
    if (depth > datasetLimits.maxDepth)
      return `more than ${datasetLimits.maxDepth} levels of lists and objects`;
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
  return null;
}
