import { checkEntry } from '../grade/entry/check-entry.js';
import { errorTexts } from './error-texts.js';

/**
 * Is this a grading entry as the specification wants it? Every field, and what the fields demand of each other. The
 * verdict is that of the specification's JSON Schema, with the other harnesses of decision 0012 allowed, and stricter
 * in four points: a weight is above zero, times are in UTC, a veto's evidence and reasoning hold words, and no grade is
 * better than its tier allows.
 *
 * @param entry any value, of whatever origin
 * @returns every fault with its JSON pointer: GRD-… (shape, tier, persona, skill), SCO-… (score, weight), VET-…, NA-001
 * @see spec 08, Data Model
 */
export function validateGradingEntry({ entry }: { entry: unknown }): { valid: boolean; errors: string[] } {
  const { problems } = checkEntry(entry);
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}
