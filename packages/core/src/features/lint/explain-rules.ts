import { fatal } from '../../problems/error-codes.js';
import type { Severity } from '../../problems/problem.js';
import type { LintExamples, LintMeasured } from '../../rules/mcp/lint.js';
import type { AnyLintRule, LintRuleSet } from '../../rules/mcp/lint-report.js';
import { defaultRuleSet, findRuleSet, ruleSets } from '../../rules/mcp/rule-sets.js';
import type {
  LintClass,
  LintEvidence,
  ShareGroup,
  ShareRule,
  ShareRuleSet,
} from '../../rules/mcp/share-rule.js';

export interface ExplainedRule {
  readonly id: string;
  readonly ruleset: string;
  readonly subject: AnyLintRule['subject'];
  readonly severity: Severity;
  /** Points that an issue costs; in a set that scores by shares, those of a server with one member in the group. */
  readonly points: number;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly examples: LintExamples;
  /** Only of a rule set that scores by shares. */
  readonly class?: LintClass;
  readonly group?: ShareGroup;
  /** Share of its member that an issue costs. */
  readonly loss?: number;
  /** The highest score of a server with such an issue. */
  readonly cap?: number;
  readonly evidence?: readonly LintEvidence[];
  /** What the rule finds in the recorded servers. */
  readonly measured?: LintMeasured;
}

/**
 * Explains the lint rules.
 *
 * @param rule id of one rule, which several sets may have; null: all rules
 * @param ruleset id of the only set to look in; null: all sets
 * @returns the rules of the default set first
 * @throws GradingError LNT-030 if there is no such rule
 */
export function explainRules(rule: string | null, ruleset: string | null = null): ExplainedRule[] {
  const sets =
    ruleset === null
      ? [defaultRuleSet, ...ruleSets.filter((set) => set !== defaultRuleSet)]
      : [findRuleSet(ruleset)];
  const all = sets.flatMap(explainSet);
  const found = all.filter(({ id }) => rule === null || id === rule);
  if (found.length === 0) {
    const known = [...new Set(all.map(({ id }) => id))].join(', ');
    throw fatal('LNT-030', undefined, { rule: rule ?? '', known });
  }
  return found;
}

function explainSet(set: LintRuleSet): ExplainedRule[] {
  if (set.kind === 'shares') return set.rules.map((rule) => explainShare(rule, set));
  const { id: ruleset, rules, scoring } = set;
  return rules.map(({ id, subject, severity, title, why, fix, examples }) => ({
    ...{ id, ruleset, subject, severity, title, why, fix, examples },
    points: subject === 'outcome' ? 0 : scoring.points[severity],
  }));
}

function explainShare(
  rule: ShareRule,
  { id: ruleset, scoring: { budgets, caps, full }, measured }: ShareRuleSet,
): ExplainedRule {
  const { id, subject, severity, title, why, fix, examples, group, loss, evidence, zeroesScore } = rule;
  const cap = zeroesScore ? 0 : caps[rule.class];
  return {
    ...{ id, ruleset, subject, severity, title, why, fix, examples, evidence, class: rule.class },
    points: zeroesScore ? full : group ? budgets[group] * (loss ?? 0) : 0,
    ...(group && { group }),
    ...(loss !== undefined && { loss }),
    ...(cap !== undefined && { cap }),
    ...(measured[id] && { measured: measured[id] }),
  };
}

/** Longer texts of examples are cut where they are shown. */
const LONGEST = 200;
const KEPT = 100;

/** An example as indented JSON that can be read in a moment: long texts are cut. */
export function showExample(example: LintExamples['fail']): string {
  const cut = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST
      ? `${value.slice(0, KEPT)}… (${value.length.toLocaleString('en')} characters)`
      : value;
  return JSON.stringify(example, cut, 2);
}
