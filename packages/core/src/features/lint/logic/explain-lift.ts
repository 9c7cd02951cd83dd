import type { LintIssue, LintReport, LintRuleSet } from '../../../rules/mcp/lint-report.js';
import { findRuleSet } from '../../../rules/mcp/rule-sets.js';
import type { LintClass, ShareRule, ShareRuleSet } from '../../../rules/mcp/share-rule.js';

/** A step towards a better score. */
export interface LintLift {
  /** What to do: `describe 12 inputs`. */
  readonly todo: string;
  /** The limit of the score that the step removes, if there is one. */
  readonly cap?: number;
  /** Points that the step brings once the steps before it are done, to one decimal. */
  readonly points: number;
}

/** Maximum number of steps: more would be a plan, not a start. */
const MOST_STEPS = 3;
/** Smaller gains would be shown as 0. */
const LEAST_GAIN = 0.05;

/**
 * Finds what would lift the score of a report most. While a cap limits the score, the step that removes it comes first,
 * because nothing else would change the score. The points add up: each is the difference that its step makes after the
 * steps before it (decision 0106).
 *
 * @returns at most three steps; none if the server offers nothing, or if the rule set scores by points: there, each
 *   issue shows what it costs
 */
export function explainLift(
  report: Pick<LintReport, 'ruleset' | 'issues' | 'parts'>,
  ruleSet: LintRuleSet = findRuleSet(report.ruleset),
): LintLift[] {
  if (ruleSet.kind === 'points') return [];
  const rules = new Map(ruleSet.rules.map((rule) => [rule.id, rule]));
  if (report.issues.some(({ rule }) => rules.get(rule)?.zeroesScore)) return [];
  const members = listMembers(report, rules);
  const steps: LintLift[] = [];
  let left: ReadonlySet<LintIssue> = new Set(report.issues);
  while (steps.length < MOST_STEPS) {
    const { score, sum, cap } = weigh(left, members, ruleSet);
    const isCapped = cap < sum;
    const fixed = isCapped ? [capped(left, cap, ruleSet)] : ofBestRules(left, members, ruleSet);
    const next = without(left, fixed.flat());
    const gain = weigh(next, members, ruleSet).score - score;
    if (gain < LEAST_GAIN) break;
    const todo = fixed.map((one) => (isCapped ? sayClasses(one) : sayRule(one, rules))).join(' and ');
    steps.push({ todo, ...(isCapped && { cap }), points: Number(gain.toFixed(1)) });
    left = next;
  }
  return steps;
}

/** `describe 12 inputs: +9.4 points`. */
export function sayLift({ todo, cap, points }: LintLift): string {
  const limit = cap === undefined ? '' : ` the cap of ${cap} goes,`;
  return `${todo}:${limit} +${points} point${points === 1 ? '' : 's'}`;
}

/** A tool, an input or another member of a population that loses points. */
interface Member {
  /** Points that the member costs if it loses everything. */
  readonly cost: number;
  readonly losses: { readonly issue: LintIssue; readonly loss: number }[];
}

/**
 * Lists the members that lose. An issue names one of them; if it costs more than one can lose, others share it, which
 * the report does not name. Those are the members whose own issues cost nothing although no other is worse.
 */
function listMembers(
  { issues, parts = [] }: Pick<LintReport, 'issues' | 'parts'>,
  rules: ReadonlyMap<string, ShareRule>,
): Member[] {
  return parts.flatMap(({ group, budget, population }) => {
    const cost = population === 0 ? 0 : budget / population;
    const named = new Map<string, Member>();
    for (const issue of issues) {
      const rule = rules.get(issue.rule);
      if (rule?.group !== group) continue;
      const key = memberKey(issue, group);
      const member = named.get(key) ?? { cost, losses: [] };
      member.losses.push({ issue, loss: rule.loss ?? 0 });
      named.set(key, member);
    }
    return [...named.values(), ...addSharing([...named.values()], cost)];
  });
}

function memberKey({ path, subject, category }: LintIssue, group: string): string {
  const item = category === 'server' ? '' : path.split('/').slice(1, 3).join('/');
  return group === 'inputs' ? JSON.stringify([item, subject]) : item;
}

/** Points of an issue have two decimals, so a smaller cost cannot be told from none. */
const LEAST_COST = 0.02;

/** Adds shared issues to the members that they also cost, and returns those members that have no issue of their own. */
function addSharing(members: readonly Member[], cost: number): Member[] {
  const shared = members.flatMap(({ losses }) => {
    const worst = worstOf(losses);
    return losses.flatMap(({ issue, loss }) => {
      if (cost * loss < LEAST_COST) return [];
      const count =
        Math.round(issue.points / (cost * loss)) - (issue === worst?.issue && issue.points > 0 ? 1 : 0);
      return Array.from({ length: Math.max(0, count) }, () => ({ issue, loss }));
    });
  });
  const sharing = members.filter(({ losses }) => {
    const worst = worstOf(losses);
    return worst !== undefined && cost * worst.loss >= LEAST_COST && worst.issue.points === 0;
  });
  for (const { losses } of sharing) {
    const one = shared.pop();
    if (one) losses.push(one);
  }
  return shared.map((one) => ({ cost, losses: [one] }));
}

function worstOf(losses: Member['losses']) {
  return losses.reduce<Member['losses'][number] | undefined>(
    (worst, one) => (one.loss > (worst?.loss ?? 0) ? one : worst),
    undefined,
  );
}

/** The score without its last rounding, and what it would gain from each rule. */
function weigh(left: ReadonlySet<LintIssue>, members: readonly Member[], { scoring }: ShareRuleSet) {
  const gains = new Map<string, number>();
  let lost = 0;
  for (const { cost, losses } of members) {
    const open = losses.filter(({ issue }) => left.has(issue));
    const worst = worstOf(open);
    if (!worst) continue;
    const { rule } = worst.issue;
    const next = worstOf(open.filter(({ issue }) => issue.rule !== rule));
    lost += cost * worst.loss;
    gains.set(rule, (gains.get(rule) ?? 0) + cost * (worst.loss - (next?.loss ?? 0)));
  }
  const sum = scoring.full - lost;
  let cap: number = scoring.full;
  for (const issue of left) cap = Math.min(cap, capOf(issue, scoring));
  return { score: Math.min(sum, cap), sum, cap, gains };
}

function capOf(issue: LintIssue, { caps, full }: ShareRuleSet['scoring']): number {
  return (issue.class && caps[issue.class]) ?? full;
}

function capped(left: ReadonlySet<LintIssue>, cap: number, { scoring }: ShareRuleSet): LintIssue[] {
  return [...left].filter((issue) => capOf(issue, scoring) === cap);
}

/** Maximum number of rules in one step. */
const MOST_RULES = 3;

/**
 * The issues of the rule that brings most, by rule. Where members break two rules of equal cost, fixing one brings
 * nothing, so the next is added.
 */
function ofBestRules(
  left: ReadonlySet<LintIssue>,
  members: readonly Member[],
  ruleSet: ShareRuleSet,
): LintIssue[][] {
  const before = weigh(left, members, ruleSet).score;
  const fixed: LintIssue[][] = [];
  let open = left;
  while (fixed.length < MOST_RULES && weigh(open, members, ruleSet).score - before < LEAST_GAIN) {
    const [best] = [...weigh(open, members, ruleSet).gains].sort(([, a], [, b]) => b - a);
    if (!best) break;
    const issues = [...open].filter(({ rule }) => rule === best[0]);
    fixed.push(issues);
    open = without(open, issues);
  }
  return fixed;
}

function without(issues: ReadonlySet<LintIssue>, fixed: readonly LintIssue[]): ReadonlySet<LintIssue> {
  const left = new Set(issues);
  for (const issue of fixed) left.delete(issue);
  return left;
}

/** What to do about issues of the classes that limit the score. */
const CLASS_STEPS = [
  ['trap', 'remove {n} trap{s}'],
  ['suspect', 'reword {n} suspect text{s}'],
  ['broken', 'mend {n} broken definition{s}'],
] as const satisfies readonly (readonly [LintClass, string])[];

function sayClasses(fixed: readonly LintIssue[]): string {
  return CLASS_STEPS.flatMap(([name, todo]) => {
    const count = fixed.filter((issue) => issue.class === name).length;
    return count === 0 ? [] : [fill(todo, count)];
  }).join(' and ');
}

function sayRule(fixed: readonly LintIssue[], rules: ReadonlyMap<string, ShareRule>): string {
  const rule = rules.get(fixed[0]?.rule ?? '');
  return fill(rule?.lift ?? `fix {n} issue{s} of "${rule?.title}"`, fixed.length);
}

function fill(text: string, count: number): string {
  return text.replace('{n}', String(count)).replace('{s}', count === 1 ? '' : 's');
}
