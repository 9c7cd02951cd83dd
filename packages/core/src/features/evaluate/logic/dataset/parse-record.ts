import { problem } from '../../../../problems/error-codes.js';
import type { Problem } from '../../../../problems/problem.js';
import { ExactNumber, parseExact } from '../../../../values/exact-json.js';
import { isRecord } from '../../../../values/is-record.js';
import { datasetLimits } from '../dataset-limits.js';

export type DatasetRecord = Readonly<Record<string, unknown>>;

/**
 * Reads one line of a dataset (seed 004: UTF-8, one JSON object).
 *
 * @param bytes the line without its line feed; a carriage return at its end is white space
 * @returns the record; null for a blank line; DST-001 (not JSON), DST-002 (not an object), DST-003 (not UTF-8), DST-010
 *   (too deep, or a number that is too large), without a place
 */
export function parseRecord(bytes: Uint8Array): { readonly record: DatasetRecord } | null | Problem {
  const text = decode(bytes);
  if (text === null) return problem('DST-003', undefined, { byte: firstBadByte(bytes) });
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

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

/** 1-based, within the line. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length];
  // The beginning of a text is text too, or cut within a character, which streaming mode accepts.
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
