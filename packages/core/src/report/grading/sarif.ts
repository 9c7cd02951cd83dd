import { findings as findingRules } from '../../catalogue/findings/registry.generated.js';
import { selectionFindings } from '../../catalogue/selection-findings/registry.generated.js';
import { createTally } from '../../engine/report/tally.js';
import type { ReportFinding, ReportNode, ReportPlace, ReportTarget } from '../../model/grading-report.js';
import { buildSarif, type SarifFinding, type SarifRule } from '../sarif.js';
import { type GradingReportSource, sayProblem, showTarget } from './source.js';
import { isBelowBar, sayAsked, sayGrade, sayScore, whyOf } from './standing.js';

/**
 * Grades as a SARIF log: what code found, and each node that is below B or can not be graded, at the place of its tool. A
 * node that nobody graded yet is no result: there is nothing to mend.
 */
export async function* renderGradingSarif(source: GradingReportSource): AsyncGenerator<string> {
  const tally = createTally();
  const found: SarifFinding[] = [];
  for await (const one of source.targets) {
    const target = showTarget(one);
    tally.add(target);
    found.push(...resultsOf(target));
  }
  const used = new Set(found.map(({ ruleId }) => ruleId));
  yield buildSarif({
    tool: source.tool,
    rules: [...Object.values(GRADE_RULES), ...FINDING_RULES].filter(({ id }) => used.has(id)),
    findings: found,
    failures: source.failures.map((failure) => ({
      code: failure.code,
      message: sayProblem(failure).message,
    })),
    folders: source.folders,
    fingerprint: 'flowmcpGrading/v1',
    properties: { ...source.versions, summary: tally.sum() },
  });
}

const GRADE_RULES = {
  rejected: {
    id: 'grade-rejected',
    severity: 'error',
    title: 'Rejected by a veto',
    why: 'A veto rejects what it is about, and with it the whole target, whatever the answers say.',
    fix: 'Mend what the veto names and have it graded again: only a full evaluation lifts a veto.',
    tags: ['flowmcp', 'grade'],
    precision: 'medium',
  },
  below: {
    id: 'grade-below-b',
    severity: 'warning',
    title: 'Graded below B',
    why: 'Only A and B are stable. Below them a model will misuse the tool, or pass it over.',
    fix: 'See where points were lost, and which answers would lift it: flowmcp grading explain.',
    tags: ['flowmcp', 'grade'],
    precision: 'medium',
  },
  blocked: {
    id: 'grade-blocked',
    severity: 'info',
    title: 'Can not be graded',
    why: 'What has too few working tests, or lacks what its graders need, is not graded.',
    fix: 'Remove the reason that is given, and emit again.',
    tags: ['flowmcp', 'grade'],
  },
} as const satisfies Record<string, SarifRule>;

const FINDING_RULES: readonly SarifRule[] = [...findingRules, ...selectionFindings].map(
  ({ id, severity, why, fix }) => ({
    id,
    severity,
    title: sentence(id),
    why,
    fix,
    tags: ['flowmcp', 'finding'],
  }),
);

/** `description-promotional` → `Description promotional`. */
function sentence(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
}

function resultsOf({ target, nodes, findings }: ReportTarget): SarifFinding[] {
  return [
    ...findings.map((finding) => toResult(finding, target, null)),
    ...nodes.flatMap((node) => [
      ...toGradeResult(node, target),
      ...node.findings.map((finding) => toResult(finding, target, node)),
    ]),
  ];
}

function toGradeResult(node: ReportNode, target: string): SarifFinding[] {
  const rule = ruleOf(node);
  if (!rule) return [];
  const { grade, score, kind, losses } = node;
  const said = [sayGrade(grade), ...(score === null ? [] : [`(${sayScore(score)})`])].join(' ');
  return [
    {
      ruleId: rule.id,
      severity: rule.severity,
      message: `${node.node}: ${[said, whyOf(node), sayAsked(node)].filter(Boolean).join(', ')}`,
      ...placeOf(node.place),
      subject: { name: node.node, within: [target], kind },
      identity: [wholeOf(target), rule.id, node.node],
      properties: {
        target,
        node: node.node,
        grade,
        score,
        losses: losses.map(({ questionId }) => questionId),
      },
    },
  ];
}

function ruleOf(node: ReportNode): SarifRule | null {
  if (isBelowBar(node)) return node.status === 'rejected' ? GRADE_RULES.rejected : GRADE_RULES.below;
  return node.status === 'blocked' && node.kind !== 'schema' && node.kind !== 'member'
    ? GRADE_RULES.blocked
    : null;
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

/** A result is the same whether all of a namespace was reported or a part of it. */
function wholeOf(target: string): string {
  return target.split('/').slice(0, 2).join('/');
}

function placeOf(place: ReportPlace | null): Pick<SarifFinding, 'place'> {
  if (!place) return {};
  const { base, ...at } = place;
  return { place: { ...at, ...(base === 'island' && { isInIsland: true }) } };
}
