import type {
  IgnoredIssue,
  LintedServer,
  LintIssue,
  LintPart,
  LintReport,
} from '../../../rules/mcp/lint-report.js';
import { readServer } from '../../../rules/mcp/reading/read-server.js';
import {
  LINT_CLASSES,
  type ReadServer,
  SHARE_GROUPS,
  type ShareGroup,
  type ShareRuleSet,
  type ShareScoring,
} from '../../../rules/mcp/share-rule.js';
import { type Adjustments, adjustIssues, NO_ADJUSTMENTS } from './adjust.js';
import { runShareRules, type ShareIssue } from './run-share-rules.js';

interface SharesJudged {
  /** A whole number from 0 to 100. */
  readonly score: number;
  /** By class, the worst first. */
  readonly issues: readonly LintIssue[];
  readonly ignored: readonly IgnoredIssue[];
  readonly parts: readonly LintPart[];
  readonly cap: NonNullable<LintReport['cap']> | null;
}

interface ShareOptions {
  readonly adjustments?: Adjustments | undefined;
  readonly about?: Partial<Pick<ReadServer, 'foreignTools' | 'judged'>> | undefined;
}

/**
 * Judges a server by shares: full − Σ budget × loss of each group, then the lowest cap, then rounded down. The loss of a
 * group is the sum of the greatest loss of each member, divided by the number of members.
 */
export function judgeByShares(
  server: LintedServer,
  ruleSet: ShareRuleSet,
  { adjustments = NO_ADJUSTMENTS, about }: ShareOptions = {},
): SharesJudged {
  const read = readServer(server, about);
  const { kept, ignored } = adjustIssues(runShareRules(read, server, ruleSet), adjustments);
  const { parts, points } = shareLosses(kept, read, ruleSet.scoring);
  const cap = findCap(kept, ruleSet);
  return {
    score: scoreShares(parts, cap, ruleSet.scoring),
    issues: kept.map((issue) => toIssue({ ...issue, points: roundTo(points.get(issue) ?? 0, 2) })),
    ignored: ignored.map(toIssue),
    parts,
    cap,
  };
}

/** The traps of a server, which do not depend on what its other issues cost. */
export function findTraps(
  server: LintedServer,
  ruleSet: ShareRuleSet,
  { adjustments = NO_ADJUSTMENTS, about }: ShareOptions,
): Pick<SharesJudged, 'issues' | 'ignored'> {
  const found = runShareRules(readServer(server, about), server, ruleSet, 'trap');
  const { kept, ignored } = adjustIssues(found, adjustments);
  return { issues: kept.map(toIssue), ignored: ignored.map(toIssue) };
}

/** The score of a server from the parts of its report. */
export function scoreShares(
  parts: readonly LintPart[],
  cap: { readonly at: number } | null,
  { full }: Pick<ShareScoring, 'full'>,
): number {
  const lost = parts.reduce((sum, { budget, loss }) => sum + budget * loss, 0);
  const capped = Math.min(full - lost, cap?.at ?? full);
  // Sums of fractions are off by a few billionths, which must not cost a whole point.
  return Math.max(0, Math.floor(roundTo(capped, 9)));
}

function toIssue<Issue extends ShareIssue>({ members: _, loss: __, group: ___, ...issue }: Issue) {
  return issue;
}

interface Losses {
  readonly parts: readonly LintPart[];
  /** Points that each issue costs: those of the members for which no other issue costs more. */
  readonly points: ReadonlyMap<ShareIssue, number>;
}

function shareLosses(issues: readonly ShareIssue[], read: ReadServer, { budgets }: ShareScoring): Losses {
  const populations: Record<ShareGroup, number> = {
    inputs: read.items.reduce((sum, { inputs }) => sum + inputs.length, 0),
    items: read.items.length,
    schemas: read.tools.length,
    server: 1,
  };
  const points = new Map<ShareIssue, number>();
  const parts = SHARE_GROUPS.map((group): LintPart => {
    const worst = new Map<object, ShareIssue>();
    for (const issue of issues.filter((one) => one.group === group)) {
      for (const member of issue.members) {
        if (issue.loss > (worst.get(member)?.loss ?? 0)) worst.set(member, issue);
      }
    }
    const population = populations[group];
    const budget = budgets[group];
    for (const issue of worst.values()) {
      points.set(issue, (points.get(issue) ?? 0) + (budget * issue.loss) / population);
    }
    const lost = [...worst.values()].reduce((sum, issue) => sum + issue.loss, 0);
    const loss = population === 0 ? 0 : lost / population;
    return { group, budget, population, loss, points: roundTo(budget * loss, 2) };
  });
  return { parts, points };
}

/** The lowest of the caps that the issues set, with the first rule that sets it. */
function findCap(issues: readonly ShareIssue[], { rules, scoring }: ShareRuleSet): SharesJudged['cap'] {
  const zeroing = new Set(rules.filter(({ zeroesScore }) => zeroesScore).map(({ id }) => id));
  const zero = issues.find(({ rule }) => zeroing.has(rule));
  if (zero) return { at: 0, rule: zero.rule };
  for (const name of LINT_CLASSES) {
    const at = scoring.caps[name];
    const first = issues.find((issue) => issue.class === name);
    if (at !== undefined && first) return { at, rule: first.rule };
  }
  return null;
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
