import { problem } from '../problems/error-codes.js';
import { NA_REASONS, type NaReason } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** Why a question was not answered: a closed set, used only with the score n/a (spec 08 §5.3). */

/** The closed set. */
export function getAllowed(): { allowed: NaReason[] } {
  return { allowed: [...NA_REASONS] };
}

/** Whether the reason belongs to the closed set. */
export function isAllowed({ naReason }: { naReason: unknown }): { allowed: boolean } {
  return { allowed: NA_REASONS.some((known) => known === naReason) };
}

/**
 * Whether a score and a reason fit together.
 *
 * @returns NA-001 (n/a without a reason from the set), NA-002 (a reason with any other score)
 */
export function validate({ score, naReason }: { score: unknown; naReason?: unknown }): {
  valid: boolean;
  errors: string[];
} {
  const problems =
    score === 'n/a'
      ? isAllowed({ naReason }).allowed
        ? []
        : [problem('NA-001', undefined, { found: naReason === undefined ? 'nothing' : String(naReason) })]
      : naReason === undefined
        ? []
        : [problem('NA-002')];
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}
