import type { PointRuleSet } from '../../../rules/mcp/lint.js';
import type { LintIssue, LintReport, LintRuleSet } from '../../../rules/mcp/lint-report.js';
import { findRuleSet } from '../../../rules/mcp/rule-sets.js';
import type { LintClass, ShareRuleSet } from '../../../rules/mcp/share-rule.js';
import { countBy } from '../../../values/group-by.js';

/** The calculation of a score, as terms in order. */
interface LintSum {
  /**
   * By points: `100`, `− 15×1`, `− 5×2`, `+ 5`; severities without issues have no term. By shares: `100`, `− 12.5 inputs`;
   * groups that lose nothing have no term.
   */
  readonly terms: readonly string[];
  /** Sum of the terms, before it is limited to the valid range. */
  readonly sum: number;
  readonly score: number;
  /** Why the score differs from the sum; null if it does not. */
  readonly because: string | null;
}

type Summed = Pick<LintReport, 'ruleset' | 'issues' | 'bonus' | 'score' | 'parts' | 'cap'>;

/** The calculation behind a report's score. */
export function explainSum(report: Summed, ruleSet: LintRuleSet = findRuleSet(report.ruleset)): LintSum {
  return ruleSet.kind === 'points' ? explainPoints(report, ruleSet) : explainShares(report, ruleSet);
}

/** The calculations behind the scores of reports, in the order of the reports. */
export function explainSums(reports: readonly Summed[]): LintSum[] {
  return reports.map((report) => explainSum(report));
}

function explainPoints({ issues, bonus = false, score }: Summed, { rules, scoring }: PointRuleSet): LintSum {
  const counts = countBy(issues, ({ points }) => points);
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
    if (sum > scoring.full) return `the score cannot be above ${scoring.full}`;
    return sum < 0 ? 'the score cannot be below 0' : null;
  }
}

function explainShares(
  { parts = [], cap, issues, score }: Summed,
  { rules, scoring }: ShareRuleSet,
): LintSum {
  const lost = parts.filter(({ loss }) => loss > 0);
  const sum = scoring.full - lost.reduce((total, { budget, loss }) => total + budget * loss, 0);
  const terms = [String(scoring.full), ...lost.map(({ group, points }) => `− ${points} ${group}`)];
  return { terms, sum: Number(sum.toFixed(2)), score, because: explainCap() };

  function explainCap(): string | null {
    if (!cap || cap.at >= sum) return score === sum ? null : 'rounded down';
    const named = issues.find(({ rule }) => rule === cap.rule);
    if (cap.at === 0) return `${rules.find(({ id }) => id === cap.rule)?.title ?? cap.rule}: the score is 0`;
    const what = named?.class === undefined ? cap.rule : countClass(issues, named.class);
    return `with ${what}, the score cannot be above ${cap.at}`;
  }
}

/** `100 − 12.5 inputs = 87.5 → 87 (rounded down)`. */
export function formatSum({ terms, sum, score, because }: LintSum): string {
  const calculated = terms.length === 1 ? `${sum}` : `${terms.join(' ')} = ${sum}`;
  return `${calculated}${because === null ? '' : ` → ${score} (${because})`}`;
}

/** Counts the issues of a class: `2 traps`, `1 broken definition`; empty if there are none. */
export function countClass(issues: readonly LintIssue[], name: LintClass): string {
  const count = issues.filter((issue) => issue.class === name).length;
  const noun = name === 'broken' ? 'broken definition' : name;
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
