import { buildSarif, type SarifFinding, type SarifRule } from '../../../documents/sarif.js';
import { sayPastRetention } from '../../../grade/ageing.js';
import { GATE_RULES } from '../../../grade/gate/reasons.js';
import { sayScore } from '../../../grade/score.js';
import { findings as findingRules } from '../../../rules/findings/registry.generated.js';
import { selectionFindings } from '../../../rules/selection-findings/registry.generated.js';
import {
  FAILED_FILE,
  FAILED_FILE_FIX,
  type ReportFailure,
  type ReportFinding,
  type ReportNode,
  type ReportPlace,
  type ReportTarget,
} from './grading-report.js';
import { type GradingReportSource, sayProblem, showTarget } from './source.js';
import { sayAsked, sayCoverage, sayGrade, sayTests, sayUndecided, whyOf } from './standing.js';
import { createTally } from './tally.js';

/**
 * Renders grades as a SARIF log: all findings and everything that fails the gate, each with the place that it concerns.
 */
export async function* renderGradingSarif(source: GradingReportSource): AsyncGenerator<string> {
  const tally = createTally(source.book);
  const found: SarifFinding[] = [];
  const readers: Record<string, string> = {};
  const pastRetention: Record<string, string> = {};
  for await (const one of source.targets) {
    const target = showTarget(one);
    tally.add(target);
    if (target.persona !== null) readers[target.target] = target.persona;
    for (const said of sayPastRetention([target], source.book.grading.ageingDays))
      pastRetention[target.target] = said;
    found.push(...resultsOf(target));
  }
  const used = new Set(found.map(({ ruleId }) => ruleId));
  yield buildSarif({
    tool: source.tool,
    rules: [...GRADE_RULES, ...FINDING_RULES, FAILED_FILE_RULE].filter(({ id }) => used.has(id)),
    findings: found,
    failures: source.failures.map((failure) => ({
      code: failure.code,
      message: sayProblem(failure).message,
    })),
    folders: source.folders,
    fingerprint: 'flowmcpGrading/v1',
    properties: {
      ...source.versions,
      ...(Object.keys(readers).length > 0 && { personas: readers }),
      ...(Object.keys(pastRetention).length > 0 && { pastRetention }),
      summary: tally.sum(),
    },
  });
}

const FAILED_FILE_RULE: SarifRule = {
  id: FAILED_FILE,
  severity: 'error',
  title: 'File does not pass the gate',
  why: 'A file that does not pass is not graded, and what it was graded before does not count.',
  fix: FAILED_FILE_FIX,
  tags: ['flowmcp', 'finding'],
};

const GRADE_RULES: readonly SarifRule[] = GATE_RULES.map((rule) => ({
  ...rule,
  severity: 'error',
  tags: ['flowmcp', 'grade'],
  precision: 'medium',
}));

const FINDING_RULES: readonly SarifRule[] = [...findingRules, ...selectionFindings].map(
  ({ id, severity, why, hint }) => ({
    id,
    severity,
    title: sentence(id),
    why,
    fix: hint,
    tags: ['flowmcp', 'finding'],
  }),
);

/** `description-promotional` → `Description promotional`. */
function sentence(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
}

function resultsOf({ target, nodes, findings, gate }: ReportTarget): SarifFinding[] {
  return [
    ...gate.failures.map((failure) => toWholeResult(failure, target)),
    ...findings.map((finding) => toResult(finding, target, null)),
    ...nodes.flatMap((node) => [
      ...toGradeResult(node, target),
      ...node.findings.map((finding) => toResult(finding, target, node)),
    ]),
  ];
}

/** One result for each failing node: the first reason, with the others attached. */
function toGradeResult(node: ReportNode, target: string): SarifFinding[] {
  const [failure] = node.failures;
  if (!failure) return [];
  const { grade, score, coverage, kind, losses } = node;
  const said = [sayGrade(grade), ...(score === null ? [] : [`(${sayScore(score)})`])].join(' ');
  return [
    {
      ruleId: failure.rule,
      severity: 'error',
      message: `${node.node}: ${[said, whyOf(node), sayUndecided(node), sayCoverage(node), sayAsked(node), sayTests(node)].filter(Boolean).join(', ')}`,
      ...placeOf(node.place),
      subject: { name: node.node, within: [target], kind },
      identity: [wholeOf(target), failure.rule, node.node],
      properties: {
        target,
        node: node.node,
        grade,
        score,
        coverage,
        failures: node.failures.map(({ code, message }) => `${code}: ${message}`),
        losses: losses.map(({ questionId }) => questionId),
      },
    },
  ];
}

function toWholeResult({ rule, code, message }: ReportFailure, target: string): SarifFinding {
  return {
    ruleId: rule,
    severity: 'error',
    message,
    subject: { name: target, within: [], kind: 'target' },
    identity: [wholeOf(target), rule],
    properties: { target, code },
  };
}

function toResult(finding: ReportFinding, target: string, node: ReportNode | null): SarifFinding {
  const { rule, code, severity, message, path, place } = finding;
  return {
    ruleId: rule,
    severity,
    message,
    ...placeOf(place ?? node?.place ?? null),
    subject: {
      name: node?.node ?? target,
      within: node ? [target] : [],
      kind: node?.kind ?? 'target',
    },
    identity: [wholeOf(target), rule, node?.node ?? '', path ?? ''],
    properties: { target, code, ...(path !== null && { path }) },
  };
}

/** Name of the whole target, so that a result has the same identity in a report about only a part of the target. */
function wholeOf(target: string): string {
  return target.split('/').slice(0, 2).join('/');
}

function placeOf(place: ReportPlace | null): Pick<SarifFinding, 'place'> {
  if (!place) return {};
  const { base, ...at } = place;
  return { place: { ...at, ...(base === 'island' && { isInIsland: true }) } };
}
