import type { LintGrade, LintOutcome, LintScoring, LintView, PointRuleSet } from '../../../rules/mcp/lint.js';
import type { LintedServer, LintIssue, LintReport, LintRuleSet } from '../../../rules/mcp/lint-report.js';
import { estimateToolTokens, jsonLength } from '../../../rules/mcp/reading/estimate-tokens.js';
import { defaultRuleSet, trapRuleSet } from '../../../rules/mcp/rule-sets.js';
import type { ReadServer, ShareRuleSet } from '../../../rules/mcp/share-rule.js';
import { isRecord } from '../../../values/is-record.js';
import { type Adjustments, adjustIssues, NO_ADJUSTMENTS } from './adjust.js';
import { findTraps, judgeByShares } from './judge-by-shares.js';
import { buildIssue, runRules, targetName } from './run-rules.js';

/** What a report depends on besides the server. */
export interface JudgeOptions {
  readonly ruleSet?: LintRuleSet | undefined;
  /** What the configuration switches off, ignores or counts as another severity. */
  readonly adjustments?: Adjustments | undefined;
  /** Tools of other servers of the same client configuration, and what a judge model found. */
  readonly about?: Partial<Pick<ReadServer, 'foreignTools' | 'judged'>> | undefined;
}

/**
 * Grades a server by its tool definitions (design: mcp-lint, seed 003).
 *
 * @returns the report, with issues in the order of the rule set; if some lists could not be read, it covers only the
 *   others
 */
export function buildLintReport(server: LintedServer, options: JudgeOptions = {}): LintReport {
  const { target, snapshot, incomplete } = server;
  const { ruleSet = defaultRuleSet } = options;
  const { issues, ignored, ...judged } =
    ruleSet.kind === 'points'
      ? judgeByPoints(server, ruleSet, options)
      : judgeAllByShares(server, ruleSet, options);
  const { adjustments = NO_ADJUSTMENTS } = options;
  const adjusted = [...new Set([...adjustments.off, ...ignored.map(({ rule }) => rule)])].sort();
  const { observations = [], clientCapabilities = [] } = snapshot;
  return {
    target,
    ruleset: ruleSet.id,
    protocolVersion: textOrNull(snapshot.protocolVersion),
    server: describeServer(snapshot.serverInfo),
    ...judged,
    issues,
    summary: summarize(issues, snapshot),
    tokenEstimate: estimateTokens(snapshot.tools, ruleSet),
    ...(incomplete.length > 0 && { incomplete: incomplete.map(({ list, reason }) => ({ list, reason })) }),
    ...(ignored.length > 0 && { ignored }),
    ...(adjusted.length > 0 && { adjusted }),
    ...(observations.length > 0 && { observations }),
    ...(clientCapabilities.length > 0 && { declared: clientCapabilities }),
  };
}

type Judged = Pick<LintReport, 'grade' | 'score' | 'bonus' | 'issues' | 'alerts' | 'parts' | 'cap'> & {
  readonly ignored: NonNullable<LintReport['ignored']>;
};

/** Scores by points, and looks for traps beside: no grade of such a set may hide one. */
function judgeByPoints(server: LintedServer, ruleSet: PointRuleSet, options: JudgeOptions): Judged {
  const { adjustments = NO_ADJUSTMENTS, about } = options;
  const { kept, ignored } = adjustIssues(runRules(server, ruleSet), adjustments);
  const outcome = scoreIssues(kept, server, ruleSet);
  const found = judgeOutcome(outcome, server, ruleSet);
  const last = adjustIssues(found, adjustments);
  const beside = findTraps(server, trapRuleSet, { adjustments, about });
  return {
    grade: outcome.grade,
    score: outcome.score,
    bonus: outcome.bonus,
    issues: [...kept, ...last.kept],
    ...(beside.issues.length > 0 && { alerts: beside.issues }),
    ignored: [...ignored, ...last.ignored, ...beside.ignored],
  };
}

function judgeAllByShares(server: LintedServer, ruleSet: ShareRuleSet, options: JudgeOptions): Judged {
  const { score, ...judged } = judgeByShares(server, ruleSet, options);
  return { grade: gradeScore(score, ruleSet.scoring), score, ...judged };
}

function judgeOutcome(outcome: LintOutcome, server: LintedServer, { rules }: PointRuleSet): LintIssue[] {
  const owner = { category: 'server', target: 'server', path: [] } as const;
  return rules.flatMap((rule) =>
    rule.subject === 'outcome'
      ? rule.check(outcome).map((found) => buildIssue(server, { rule, points: 0, found, owner }))
      : [],
  );
}

function describeServer(serverInfo: unknown): LintReport['server'] {
  const { name, version } = isRecord(serverInfo) ? serverInfo : {};
  return { name: textOrNull(name), version: textOrNull(version) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function summarize(
  issues: readonly LintIssue[],
  { tools, resources, prompts }: LintedServer['snapshot'],
): LintReport['summary'] {
  const count = (severity: LintIssue['severity']) =>
    issues.filter((issue) => issue.severity === severity).length;
  return {
    errors: count('error'),
    warnings: count('warning'),
    infos: count('info'),
    tools: tools.length,
    resources: resources.length,
    prompts: prompts.length,
  };
}

/**
 * What the tools cost a model that sees all of them: the characters of each name, description and schema, converted to
 * tokens.
 */
function estimateTokens(tools: readonly unknown[], ruleSet: LintRuleSet): LintReport['tokenEstimate'] {
  const tokensOf =
    ruleSet.kind === 'shares'
      ? estimateToolTokens
      : (item: LintView['item']) => estimateByLength(item, ruleSet.scoring);
  const perTool = tools.map((tool, at) => {
    const item = isRecord(tool) ? tool : {};
    return { name: targetName(item, 'tool', ['tools', at]), tokens: tokensOf(item) };
  });
  return { total: perTool.reduce((sum, { tokens }) => sum + tokens, 0), perTool };
}

function estimateByLength(item: LintView['item'], { charactersPerToken }: LintScoring): number {
  // The parts are joined by spaces.
  const characters = textLength(item.name) + 1 + textLength(item.description) + 1 + schemaLength(item);
  return Math.ceil(characters / charactersPerToken);
}

function textLength(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function schemaLength({ inputSchema }: Readonly<Record<string, unknown>>): number {
  return inputSchema === null ? 0 : jsonLength(inputSchema);
}

/**
 * Calculates score and grade with the numbers of the rule set: full − points of the issues + bonus, kept between 0 and
 * full. If any issue comes from a rule that zeroes the score, the score is 0.
 *
 * @param issues of {@link runRules}
 */
function scoreIssues(
  issues: readonly LintIssue[],
  server: Pick<LintedServer, 'snapshot' | 'incomplete'>,
  { rules, scoring }: PointRuleSet,
): LintOutcome {
  const zeroing = new Set(rules.filter((rule) => 'zeroesScore' in rule).map(({ id }) => id));
  const bonus = earnsBonus(server, scoring);
  const lost = issues.reduce((sum, { points }) => sum + points, 0);
  // Add the bonus before limiting the sum: if the sum is far below zero, the bonus makes no difference.
  const sum = scoring.full - lost + (bonus ? scoring.bonus.points : 0);
  const isZero = issues.some(({ rule }) => zeroing.has(rule));
  const score = isZero ? 0 : Math.min(scoring.full, Math.max(0, sum));
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  return { score, grade: gradeScore(score, scoring), bonus, errors };
}

/** The letter of a score (0 to 100). */
export function gradeScore(score: number, { bands }: Pick<LintScoring, 'bands'>): LintGrade {
  return bands.find(({ atLeast }) => score >= atLeast)?.grade ?? 'F';
}

/** Checks whether every tool has a description; if not all tools were read, this is unknown, so there is no bonus. */
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
