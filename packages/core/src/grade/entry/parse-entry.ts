import { problem } from '../../problems/error-codes.js';
import type { GradingEntry } from '../../spec/entry.js';
import { type Checked, checkStoredEntry } from './check-entry.js';

/**
 * Reads the text of an entry file. Nothing that is missing is filled in.
 *
 * @returns GRD-020 where it is no JSON, else what `checkStoredEntry` finds
 */
export function parseEntry(text: string): Checked<GradingEntry> {
  if (typeof text !== 'string') return checkStoredEntry(undefined);
  try {
    return checkStoredEntry(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: null, problems: [problem('GRD-020', undefined, { reason: error.message })] };
  }
}
