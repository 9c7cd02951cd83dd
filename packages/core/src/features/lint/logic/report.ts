import type {
  LintedServer,
  LintGrade,
  LintIssue,
  LintOutcome,
  LintReport,
  LintRuleSet,
  LintScoring,
} from '../../../rules/mcp/lint.js';
import { defaultRuleSet } from '../../../rules/mcp/rule-sets.js';
import { isRecord } from '../../../values/is-record.js';
import { buildIssue, runRules, targetName } from './run-rules.js';

/**
 * Grades a server by its tool definitions (design: mcp-lint, seed 003).
 *
 * @returns the report, with issues in the order of the rule set; if some lists could not be read, it covers only the
 *   others
 */
export function buildLintReport(server: LintedServer, ruleSet: LintRuleSet = defaultRuleSet): LintReport {
  const { target, snapshot, incomplete } = server;
  const found = runRules(server, ruleSet);
  const outcome = scoreIssues(found, server, ruleSet);
  const issues = [...found, ...judgeOutcome(outcome, server, ruleSet)];
  return {
    target,
    ruleset: ruleSet.id,
    protocolVersion: textOrNull(snapshot.protocolVersion),
    server: describeServer(snapshot.serverInfo),
    grade: outcome.grade,
    score: outcome.score,
    bonus: outcome.bonus,
    issues,
    summary: summarize(issues, snapshot),
    tokenEstimate: estimateTokens(snapshot.tools, ruleSet.scoring),
    ...(incomplete.length > 0 && { incomplete }),
  };
}

function judgeOutcome(outcome: LintOutcome, server: LintedServer, { rules }: LintRuleSet): LintIssue[] {
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
function estimateTokens(
  tools: readonly unknown[],
  { charactersPerToken }: LintScoring,
): LintReport['tokenEstimate'] {
  const perTool = tools.map((tool, at) => {
    const item = isRecord(tool) ? tool : {};
    // The parts are joined by spaces.
    const characters = textLength(item.name) + 1 + textLength(item.description) + 1 + schemaLength(item);
    return {
      name: targetName(item, 'tool', ['tools', at]),
      tokens: Math.ceil(characters / charactersPerToken),
    };
  });
  return { total: perTool.reduce((sum, { tokens }) => sum + tokens, 0), perTool };
}

function textLength(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function schemaLength({ inputSchema }: Readonly<Record<string, unknown>>): number {
  return inputSchema === null ? 0 : jsonLength(inputSchema);
}

/**
 * Length of a value's JSON text, counted without building the text and without recursion, so that neither a long nor a
 * deeply nested value can do harm.
 *
 * @param json a tree of JSON values; undefined has no text
 */
export function jsonLength(json: unknown): number {
  let length = 0;
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      length += 2 + Math.max(0, value.length - 1);
      for (const item of value) open.push(item ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      length += 2 + Math.max(0, members.length - 1);
      for (const [key, member] of members) {
        length += JSON.stringify(key).length + 1;
        open.push(member);
      }
    } else length += JSON.stringify(value)?.length ?? 0;
  }
  return length;
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
  { rules, scoring }: LintRuleSet,
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
export function gradeScore(score: number, { bands }: LintScoring): LintGrade {
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

/** The calculation of a score, as terms in order. */
interface LintSum {
  /** `100`, `− 15×1`, `− 5×2`, `− 1×3`, `+ 5`. Severities without issues have no term. */
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
  { rules, scoring }: LintRuleSet = defaultRuleSet,
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
    if (sum > scoring.full) return `the score cannot be above ${scoring.full}`;
    return sum < 0 ? 'the score cannot be below 0' : null;
  }
}

/** The calculations behind the scores of reports, in the order of the reports. */
export function explainSums(reports: readonly Parameters<typeof explainSum>[0][]): LintSum[] {
  return reports.map((report) => explainSum(report));
}
