import type { ErrorCodeRow } from '../../problems/error-code.js';
import type { FindingRule } from '../finding.js';
import { findingCodes } from '../finding-codes.js';

/**
 * A deterministic finding (grading-rules §4, questions.md): from facts, with a place, a reason and a remedy.
 * Severity and remedy are those of its code; one rule has one code.
 */
export function defineFinding(
  rule: Omit<FindingRule, 'code' | 'severity' | 'fix'> & { readonly code: keyof typeof findingCodes },
): FindingRule {
  const { severity, hint }: ErrorCodeRow = findingCodes[rule.code];
  return { ...rule, severity, fix: hint };
}
