import type { GradeMark } from '../../../../documents/badge.js';
import { renderPage } from '../../../../documents/html/page.js';
import { createTemplates, splitCode } from '../../../../documents/html/templates.js';
import { SEVERITIES } from '../../../../problems/problem.js';
import type { LintReport } from '../../../../rules/mcp/lint.js';
import { explainSum } from '../explain-sum.js';
import { LINT_STYLES, LINT_TEMPLATES } from './html-templates.js';
import {
  countTargets,
  failsRun,
  type LintRenderContext,
  type ShownFinding,
  type ShownTarget,
  sayAsides,
  sayWhole,
  showTargets,
} from './shown.js';

/** Maximum number of rows in the token table; any tools beyond that cost little. */
const MOST_TOOLS = 25;

/** Maximum number of findings on a page: browsers are slow to open and filter a page with more. */
const MOST_FINDINGS = 10_000;

/**
 * Lint reports as one self-contained page: grades, the calculations behind them, findings to filter, reasons and hints.
 */
export function renderLintHtml(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = limitFindings(showTargets(reports, context));
  const findings = targets.flatMap((target) => target.findings);
  const about = targets.length === 1 ? (targets[0]?.target ?? '') : `${targets.length} targets`;
  const main = createTemplates(LINT_TEMPLATES)('main', {
    targets: targets.map((target, at) => toTarget(target, at, context)),
    summary: countTargets(targets).join(' · '),
    count: findings.length,
    severities: toSeverities(findings),
    rules: toRules(findings, context),
  });
  return renderPage({
    title: `MCP lint: ${about}`,
    heading: 'MCP lint',
    about: `Rule set ${reports[0]?.ruleset ?? context.ruleSet.id}`,
    foot: `Made by ${context.tool.name} ${context.tool.version}.`,
    main,
    styles: LINT_STYLES,
  });
}

interface LimitedTarget extends ShownTarget {
  /** Number of findings that do not fit on the page. */
  readonly left: number;
}

function limitFindings(targets: readonly ShownTarget[]): LimitedTarget[] {
  let room = MOST_FINDINGS;
  return targets.map((target) => {
    const findings = target.findings.slice(0, room);
    room -= findings.length;
    return { ...target, findings, left: target.findings.length - findings.length };
  });
}

function toTarget(shown: LimitedTarget, at: number, context: LintRenderContext) {
  const { target, report, findings, gates, failures, left } = shown;
  const tag = tagOf(shown);
  return {
    name: target,
    anchor: `target-${at + 1}`,
    mark: markOf(report),
    letter: report?.grade ?? '?',
    gradeName: report ? `Grade ${report.grade}` : 'Not judged',
    state: tag.text,
    stateClass: tag.kind,
    server: describeServer(report),
    notices: [
      ...failures.map((said) => toNotice('error', report ? 'Incomplete' : 'Not judged', sayWhole(said))),
      ...gates.map((said) => toNotice('error', 'Fails', sayWhole(said))),
      ...(report ? sayAsides(report) : []).map((text) => toNotice('info', 'Observed', text)),
      ...toBaselineNotice(report),
      ...(left > 0
        ? [
            toNotice(
              'info',
              'Not all',
              `${left} more findings are left out; the JSON report has all of them.`,
            ),
          ]
        : []),
      ...(report && report.issues.length === 0 && failures.length === 0
        ? [toNotice('good', 'Nothing found', 'No rule is broken.')]
        : []),
    ],
    groups: toGroups(findings, context),
    ...toScore(report, context),
    ...toTokens(report),
  };
}

function markOf(report: LintReport | undefined): GradeMark {
  // The letter for a partly read server is not its grade, so it is not shown in the colour of a grade.
  return report && !report.incomplete ? report.grade : 'none';
}

function tagOf({ report, failures, gates }: ShownTarget): { readonly text: string; readonly kind: string } {
  if (!report) return { text: 'not judged', kind: 'error' };
  if (failures.length > 0) return { text: 'incomplete', kind: 'error' };
  return gates.length > 0 ? { text: 'fails', kind: 'error' } : { text: '', kind: '' };
}

function describeServer(report: LintReport | undefined): string {
  if (!report) return '';
  const { server, protocolVersion } = report;
  const name = [server.name ?? 'a server without a name', server.version ?? ''].join(' ').trim();
  return protocolVersion === null ? name : `${name} · protocol ${protocolVersion}`;
}

function toNotice(kind: string, title: string, text: string) {
  return { kind, title, text };
}

function toBaselineNotice(report: LintReport | undefined) {
  if (!report?.diff) return [];
  const { added, accepted, stale } = report.diff;
  const counts = `${added.length} new, ${accepted} accepted.`;
  const names = stale.map(({ rule, subject }) => `${rule} of ${subject}`).join(', ');
  const text = stale.length === 0 ? counts : `${counts} Entries that match no issue any more: ${names}.`;
  return [toNotice(stale.length > 0 ? 'warning' : 'info', 'Baseline', text)];
}

/** Data of judged targets only; a template that uses it without checking `judged` fails. */
function toScore(report: LintReport | undefined, { ruleSet }: LintRenderContext) {
  if (!report) return { judged: false, cells: Array(6).fill('–') };
  const { full, bands } = ruleSet.scoring;
  const { terms, sum, because } = explainSum(report);
  const { summary, score, tokenEstimate } = report;
  const next = bands.findLast(({ atLeast }) => atLeast > score);
  return {
    judged: true,
    score,
    full,
    percent: (score / full) * 100,
    ticks: bands.map(({ atLeast }) => (atLeast / full) * 100),
    next: next ? `${next.atLeast - score} more for ${next.grade}` : '',
    sum: `${terms.join(' ')} = ${sum}${because === null ? '' : ` → ${score} (${because})`}`,
    cells: [
      score,
      summary.errors,
      summary.warnings,
      summary.infos,
      summary.tools,
      tokenEstimate.total.toLocaleString('en'),
    ],
    facts: [
      { name: 'tools', value: summary.tools },
      { name: 'resources', value: summary.resources },
      { name: 'prompts', value: summary.prompts },
      { name: 'tokens', value: tokenEstimate.total.toLocaleString('en') },
    ],
  };
}

function toTokens(report: LintReport | undefined) {
  const all = [...(report?.tokenEstimate.perTool ?? [])].sort((a, b) => b.tokens - a.tokens);
  const most = Math.max(1, all[0]?.tokens ?? 0);
  return {
    tokens: all.slice(0, MOST_TOOLS).map(({ name, tokens }) => ({
      name,
      tokens: tokens.toLocaleString('en'),
      percent: Math.round((tokens / most) * 100),
    })),
    tokensAbout: all.length > MOST_TOOLS ? `the ${MOST_TOOLS} largest of ${all.length}` : '',
  };
}

/** Groups findings by tool, resource or prompt, in the report's order. */
function toGroups(findings: readonly ShownFinding[], context: LintRenderContext) {
  const groups = new Map<string, ShownFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.category, finding.target]);
    const members = groups.get(key);
    if (members) members.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map((members) => {
    const { category, target } = members[0] as ShownFinding;
    const about = category === target ? [] : [category];
    return {
      name: target,
      about: [...about, members.length === 1 ? '1 finding' : `${members.length} findings`].join(' · '),
      findings: members.map((finding) => toFinding(finding, context)),
    };
  });
}

function toFinding(finding: ShownFinding, { failOn }: LintRenderContext) {
  const { severity, rule, message, place, points, accepted } = finding;
  const fresh = failsRun(finding, failOn)
    ? { state: 'new', stateClass: 'error' }
    : { state: 'new', stateClass: '' };
  return {
    severity,
    rule,
    message,
    place: place ?? '',
    points: points === 0 ? '' : `−${points}`,
    ...(accepted === undefined && { state: '', stateClass: '' }),
    ...(accepted === true && { state: 'accepted', stateClass: 'good' }),
    ...(accepted === false && fresh),
  };
}

function toRules(findings: readonly ShownFinding[], { ruleSet }: LintRenderContext) {
  return ruleSet.rules.flatMap(({ id, severity, title, why, fix }) => {
    const count = findings.filter(({ rule }) => rule === id).length;
    return count === 0 ? [] : [{ id, severity, title, why: splitCode(why), fix: splitCode(fix), count }];
  });
}

/** The severities that occur; an option for any other severity would show nothing. */
function toSeverities(findings: readonly ShownFinding[]) {
  return SEVERITIES.flatMap((name) => {
    const count = findings.filter(({ severity }) => severity === name).length;
    return count === 0 ? [] : [{ name, label: `${count} ${name}${count === 1 ? '' : 's'}` }];
  });
}
