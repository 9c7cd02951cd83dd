import { fatal } from '../../problems/error-codes.js';
import type { Severity } from '../../problems/problem.js';
import type { LintExamples, LintRule } from '../../rules/mcp/lint.js';
import { defaultRuleSet } from '../../rules/mcp/rule-sets.js';

export interface ExplainedRule {
  readonly id: string;
  readonly ruleset: string;
  readonly subject: LintRule['subject'];
  readonly severity: Severity;
  /** Points that an issue costs. */
  readonly points: number;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly examples: LintExamples;
}

/**
 * Explains the lint rules.
 *
 * @param rule id of one rule; null: all rules
 * @throws GradingError LNT-030 if there is no such rule
 */
export function explainRules(rule: string | null): ExplainedRule[] {
  const { id: ruleset, rules, scoring } = defaultRuleSet;
  const found = rules.filter(({ id }) => rule === null || id === rule);
  if (found.length === 0) {
    throw fatal('LNT-030', undefined, { rule: rule ?? '', known: rules.map(({ id }) => id).join(', ') });
  }
  return found.map(({ id, subject, severity, title, why, fix, examples }) => ({
    ...{ id, ruleset, subject, severity, title, why, fix, examples },
    points: subject === 'outcome' ? 0 : scoring.points[severity],
  }));
}
