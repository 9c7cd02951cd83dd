import { checkEntry } from '../grade/entry/check-entry.js';
import { errorTexts } from './error-texts.js';

/**
 * Validates a grading entry: every field, and the rules between fields. The verdict is that of the
 * specification's JSON Schema with the additional harnesses of decision 0012, but stricter on four points:
 * weights are above zero, times are in UTC, a veto's evidence and reasoning contain words, and no grade is
 * better than its tier allows.
 *
 * @param entry any value, from any source
 * @returns every error with its JSON pointer: GRD-… (shape, tier, persona, skill), SCO-… (score, weight),
 * VET-…, NA-001
 * @see spec 08, Data Model
 */
export function validateGradingEntry({ entry }: { entry: unknown }): { valid: boolean; errors: string[] } {
  const { problems } = checkEntry(entry);
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}
