import type {
  LintedServer,
  LintGrade,
  LintIssue,
  LintOutcome,
  LintRuleSet,
  LintScoring,
} from '../../../rules/mcp/lint.js';
import { isRecord } from '../../../values/is-record.js';

/**
 * Score and grade of the issues, by the numbers of the rule set: full − points of the issues + bonus, limited to 0 …
 * full; 0 if the rule of an issue demands it.
 *
 * @param issues of {@link runRules}
 */
export function scoreIssues(
  issues: readonly LintIssue[],
  server: Pick<LintedServer, 'snapshot' | 'incomplete'>,
  { rules, scoring }: LintRuleSet,
): LintOutcome {
  const zeroing = new Set(rules.filter((rule) => 'zeroesScore' in rule).map(({ id }) => id));
  const bonus = earnsBonus(server, scoring);
  const lost = issues.reduce((sum, { points }) => sum + points, 0);
  // Add the bonus before limiting the sum: below zero it may be lost.
  const sum = scoring.full - lost + (bonus ? scoring.bonus.points : 0);
  const isZero = issues.some(({ rule }) => zeroing.has(rule));
  const score = isZero ? 0 : Math.min(scoring.full, Math.max(0, sum));
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  return { score, grade: gradeScore(score, scoring), bonus, errors };
}

/** The letter of a score (0 to 100). */
export function gradeScore(score: number, { bands }: LintScoring): LintGrade {
  return bands.find(({ atLeast }) => score >= atLeast)?.grade ?? 'F';
}

/** Checks whether every tool has a description; unknown, and so no bonus, if not all tools were read. */
function earnsBonus(
  { snapshot: { tools }, incomplete }: Pick<LintedServer, 'snapshot' | 'incomplete'>,
  { bonus: { descriptionLength } }: LintScoring,
): boolean {
  if (tools.length === 0 || incomplete.some(({ list }) => list === 'tools')) return false;
  return tools.every((tool) => {
    const text = isRecord(tool) ? tool.description : undefined;
    return typeof text === 'string' && text.trim().length >= descriptionLength;
  });
}
