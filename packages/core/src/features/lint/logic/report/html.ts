import type { GradeMark } from '../../../../documents/badge.js';
import { renderPage } from '../../../../documents/html/page.js';
import { createTemplates, splitCode, splitName } from '../../../../documents/html/templates.js';
import { SEVERITIES } from '../../../../problems/problem.js';
import type { LintReport } from '../../../../rules/mcp/lint-report.js';
import { groupBy } from '../../../../values/group-by.js';
import { explainLift, sayLift } from '../explain-lift.js';
import { explainSum, formatSum } from '../explain-sum.js';
import { LINT_STYLES, LINT_TEMPLATES } from './html-templates.js';
import {
  countTargets,
  failsRun,
  type LintRenderContext,
  rulesOf,
  type ShownFinding,
  type ShownTarget,
  sayAlerts,
  sayIgnored,
  sayObserved,
  sayWhole,
  shownGrade,
  showTargets,
  tokenBand,
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
  const findings = targets.flatMap((target) => [...target.alerts, ...target.findings]);
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
  const take = (all: readonly ShownFinding[]) => {
    const taken = all.slice(0, room);
    room -= taken.length;
    return taken;
  };
  return targets.map((target) => {
    const all = target.alerts.length + target.findings.length;
    const [alerts, findings] = [take(target.alerts), take(target.findings)];
    return { ...target, alerts, findings, left: all - alerts.length - findings.length };
  });
}

function toTarget(shown: LimitedTarget, at: number, context: LintRenderContext) {
  const { target, report, alerts, ignored, findings, gates, failures, left } = shown;
  const tag = tagOf(shown);
  return {
    name: target,
    nameParts: splitName(target),
    anchor: `target-${at + 1}`,
    mark: markOf(report),
    letter: report ? shownGrade(report) : '?',
    gradeName: nameGrade(report),
    state: tag.text,
    stateClass: tag.kind,
    server: describeServer(report),
    notices: [
      ...toAlertNotice(report, gates),
      ...failures.map((said) => toNotice('error', report ? 'Incomplete' : 'Not judged', sayWhole(said))),
      ...gates
        .filter(({ code }) => code !== ALERT_GATE)
        .map((said) => toNotice('error', 'Fails', sayWhole(said))),
      ...toBaselineNotice(report),
      ...toAdjustedNotice(report),
      ...(report ? sayObserved(report) : []).map((said) => toNotice('info', 'Beside the score:', said)),
      ...(left > 0
        ? [
            toNotice(
              'info',
              'Not all',
              `${left} more findings are left out; the JSON report has all of them.`,
            ),
          ]
        : []),
      ...(report && !report.adjusted && report.issues.length + alerts.length === 0 && failures.length === 0
        ? [toNotice('good', 'Nothing found', 'No rule is broken.')]
        : []),
    ],
    ignored: ignored.map(({ target: owner, message, rule, reason, expires }) => ({
      ...{ owner, message, rule, reason, expires },
    })),
    groups: [...toAlertGroup(alerts, context), ...toGroups(findings, context)],
    ...toScore(report, context),
    ...toTokens(report),
  };
}

function markOf(report: LintReport | undefined): GradeMark {
  // The letter for a partly read server is not its grade, so it is not shown in the colour of a grade.
  if (!report || report.incomplete) return 'none';
  return report.alerts ? 'F' : report.grade;
}

function nameGrade(report: LintReport | undefined): string {
  if (!report) return 'Not judged';
  return `Grade ${report.grade}${report.adjusted ? ', adjusted' : ''}${report.alerts ? ', alert' : ''}`;
}

function tagOf({ report, failures, alerts, gates }: ShownTarget): {
  readonly text: string;
  readonly kind: string;
} {
  if (!report) return { text: 'not judged', kind: 'error' };
  const state = [
    ...(failures.length > 0 ? ['incomplete'] : []),
    ...(alerts.length > 0 ? ['alert'] : []),
  ].join(', ');
  if (state !== '') return { text: state, kind: 'error' };
  return gates.length > 0 ? { text: 'fails', kind: 'error' } : { text: '', kind: '' };
}

function describeServer(report: LintReport | undefined): string {
  if (!report) return '';
  const { server, protocolVersion } = report;
  const name = [server.name ?? 'a server without a name', server.version ?? ''].join(' ').trim();
  return protocolVersion === null ? name : `${name} · protocol ${protocolVersion}`;
}

const ALERT_GATE = 'LNT-040';

function toAlertNotice(report: LintReport | undefined, gates: ShownTarget['gates']) {
  if (!report?.alerts) return [];
  const { grade, score, ruleset, alerts } = report;
  const gate = gates.find(({ code }) => code === ALERT_GATE);
  const text = [
    `${ruleset} does not look for them, so the grade is still ${grade} (${score}).`,
    ...(gate ? ['The run fails.', gate.hint] : []),
  ].join(' ');
  return [toNotice('error', `${sayAlerts(alerts.length)}.`, text)];
}

function toAdjustedNotice(report: LintReport | undefined) {
  if (!report?.adjusted) return [];
  const { grade, adjusted, ignored = [] } = report;
  const hidden = sayIgnored(ignored);
  const text = `the configuration switches off rules or ignores issues: ${adjusted.join(', ')}${hidden && `; ${hidden}`}.`;
  return [toNotice('warning', `${grade}*`, text)];
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
  if (!report) return { judged: false, cells: Array(6).fill('–'), lifts: [], parts: [] };
  const { full, bands } = ruleSet.scoring;
  const sum = explainSum(report);
  const { summary, score, tokenEstimate, cap, parts = [] } = report;
  const next = bands.findLast(({ atLeast }) => atLeast > score);
  const isCapped = cap !== undefined && cap !== null && cap.at <= score;
  const band = tokenBand(report.ruleset);
  return {
    judged: true,
    score,
    full,
    percent: (score / full) * 100,
    ticks: bands.map(({ atLeast }) => (atLeast / full) * 100),
    next: next && !isCapped ? `${next.atLeast - score} more for ${next.grade}` : '',
    sum: formatSum(sum),
    lifts: explainLift(report).map(sayLift),
    parts: (parts.some(({ loss }) => loss > 0) ? parts : []).map(
      ({ group, population, points, budget, loss }) => ({
        ...{ group, population, points, budget, percent: loss * 100 },
      }),
    ),
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
      {
        name: band === '' ? 'tokens' : `tokens, ${band}`,
        value: `${band === '' ? '' : 'about '}${tokenEstimate.total.toLocaleString('en')}`,
      },
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

function toAlertGroup(alerts: readonly ShownFinding[], context: LintRenderContext) {
  if (alerts.length === 0) return [];
  const findings = alerts.map((alert) =>
    toFinding({ ...alert, message: `${alert.target}: ${alert.message}` }, context),
  );
  return [{ name: 'Alerts', nameParts: ['Alerts'], about: countFindings(alerts.length), findings }];
}

/** Groups findings by class and by tool, resource or prompt, in the report's order. */
function toGroups(findings: readonly ShownFinding[], context: LintRenderContext) {
  const groups = groupBy(findings, (one) => JSON.stringify([one.class, one.category, one.target]));
  return [...groups.values()].map((members) => {
    const { class: name, category, target } = members[0] as ShownFinding;
    const about = [...(name === undefined ? [] : [name]), ...(category === target ? [] : [category])];
    return {
      name: target,
      nameParts: splitName(target),
      about: [...about, countFindings(members.length)].join(' · '),
      findings: members.map((finding) => toFinding(finding, context)),
    };
  });
}

function countFindings(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
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
    placeParts: splitName(place ?? ''),
    points: points === 0 ? '' : `−${points}`,
    ...(accepted === undefined && { state: '', stateClass: '' }),
    ...(accepted === true && { state: 'accepted', stateClass: 'good' }),
    ...(accepted === false && fresh),
  };
}

function toRules(findings: readonly ShownFinding[], context: LintRenderContext) {
  return rulesOf(context).flatMap(({ id, severity, title, why, fix }) => {
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
