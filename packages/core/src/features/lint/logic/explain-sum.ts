import type { LintReport, LintRuleSet } from '../../../rules/mcp/lint.js';
import { mcpPlayground1 } from '../../../rules/mcp/mcp-playground-1/rule-set.js';

/** The calculation of a score, as terms in order. */
export interface LintSum {
  /** `100`, `− 15×1`, `− 5×2`, `− 1×3`, `+ 5`. A kind without issues has no term. */
  readonly terms: readonly string[];
  /** Sum of the terms, before it is limited to the valid range. */
  readonly sum: number;
  readonly score: number;
  /** Why the score differs from the sum; null if it does not. */
  readonly because: string | null;
}

/**
 * The calculation behind a report's score.
 *
 * @param ruleSet rule set of the report
 */
export function explainSum(
  { issues, bonus, score }: Pick<LintReport, 'issues' | 'bonus' | 'score'>,
  { rules, scoring }: LintRuleSet = mcpPlayground1,
): LintSum {
  const counts = new Map<number, number>();
  for (const { points } of issues) counts.set(points, (counts.get(points) ?? 0) + 1);
  const lost = [...counts].filter(([points]) => points > 0).sort(([a], [b]) => b - a);
  const terms = [
    String(scoring.full),
    ...lost.map(([points, count]) => `− ${points}×${count}`),
    ...(bonus ? [`+ ${scoring.bonus.points}`] : []),
  ];
  const sum =
    scoring.full -
    lost.reduce((total, [points, count]) => total + points * count, 0) +
    (bonus ? scoring.bonus.points : 0);
  return { terms, sum, score, because: explainBounds() };

  function explainBounds(): string | null {
    const zeroing = rules.find(
      (rule) => 'zeroesScore' in rule && issues.some((issue) => issue.rule === rule.id),
    );
    if (zeroing) return `${zeroing.title}: the score is 0`;
    if (sum > scoring.full) return `no score is above ${scoring.full}`;
    return sum < 0 ? 'no score is below 0' : null;
  }
}

/** The sums behind the scores of reports, in their order. */
export function explainSums(reports: readonly Parameters<typeof explainSum>[0][]): LintSum[] {
  return reports.map((report) => explainSum(report));
}
