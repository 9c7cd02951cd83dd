import type {
  LintedServer,
  LintIssue,
  LintOutcome,
  LintReport,
  LintRuleSet,
} from '../../../rules/mcp/lint.js';
import { mcpPlayground1 } from '../../../rules/mcp/mcp-playground-1/rule-set.js';
import { isRecord } from '../../../values/is-record.js';
import { buildIssue, runRules } from './run-rules.js';
import { scoreIssues } from './score.js';
import { estimateTokens } from './token-estimate.js';

/**
 * Grades a server by its tool definitions (design: mcp-lint, seed 003).
 *
 * @returns issues in the order of the rule set; if some lists could not be read, a report of the others only
 */
export function buildLintReport(server: LintedServer, ruleSet: LintRuleSet = mcpPlayground1): LintReport {
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
