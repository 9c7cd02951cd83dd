import { problem } from '../../problems/error-codes.js';
import type { GradingEntry } from '../../spec/entry.js';
import { type Checked, checkStoredEntry } from './check-entry.js';

/**
 * Reads the text of an entry file. Fills in nothing.
 *
 * @returns GRD-020 if the text is not JSON, else the problems that `checkStoredEntry` finds
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
