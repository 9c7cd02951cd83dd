import { readFileSync } from 'node:fs';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';
import { codeOf } from '../../../values/system-error.js';
import type { BaselineEntry } from '../logic/run-gate.js';
import { RUN_SETS } from '../logic/run-results.js';

/**
 * Reads the results of an earlier run, as `out` wrote them.
 *
 * @returns DST-018 if it is not such a file, or if a call of that run has no score
 */
export function readBaseline(file: string): readonly BaselineEntry[] | Problem {
  const refuse = (reason: string, line?: number) =>
    problem('DST-018', { file, ...(line !== undefined && { line }) }, { reason });
  const read = readText(file);
  if ('cause' in read) return refuse(`it cannot be read: ${read.cause}`);
  const entries: BaselineEntry[] = [];
  for (const [at, text] of read.text.split('\n').entries()) {
    if (text.trim() === '') continue;
    const entry = readEntry(text);
    if (typeof entry === 'string') return refuse(entry, at + 1);
    entries.push(entry);
  }
  return entries;
}

function readText(file: string): { readonly text: string } | { readonly cause: string } {
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    return { cause };
  }
}

function readEntry(text: string): BaselineEntry | string {
  const value = parse(text);
  if (!isRecord(value)) return 'the line is not a result';
  const { score, index, repeats } = value;
  const set = RUN_SETS.find((one) => one === value.set);
  if (set === undefined || typeof index !== 'number') return 'the line is not a result';
  const answers: readonly unknown[] = Array.isArray(repeats) ? repeats : [value];
  const isWhole = answers.every((one) => isRecord(one) && isScore(one.score));
  if (!isWhole || !isScore(score)) return 'a call has no score';
  return { set, index, score };
}

/** JSON may hold a number that is too large, which is read as infinite. */
function isScore(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller's check refuses null.
    return null;
  }
}
