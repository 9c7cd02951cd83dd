import { isGradedItself } from '../../engine/report/tally.js';
import type { ReportNode, ReportTarget } from '../../model/grading-report.js';
import { buildJunit, type JunitCase, type JunitSuite } from '../junit.js';
import { sayPlace } from './place.js';
import { type GradingReportSource, sayProblem, showTarget } from './source.js';
import { sayAsked, sayGrade, sayScore, whyOf } from './standing.js';

/**
 * Grades as JUnit: a suite per target, a case per node that is graded itself. Below B it fails, what can not be graded is
 * an error, and what nobody graded yet is skipped. A node keeps its name from run to run, so that a viewer can tell what
 * broke and what was mended.
 */
export async function* renderGradingJunit(source: GradingReportSource): AsyncGenerator<string> {
  const suites: JunitSuite[] = [];
  for await (const target of source.targets) suites.push(toSuite(showTarget(target)));
  const broken = source.failures.map((failure): JunitCase => {
    const { message, hint } = sayProblem(failure);
    return { name: message, error: { message, type: failure.code, text: hint } };
  });
  if (broken.length > 0)
    suites.push({ name: 'targets that could not be read', properties: {}, cases: broken });
  yield buildJunit(`${source.tool.name} grading`, suites);
}

function toSuite({ target, status, grade, nodes, findings, warnings }: ReportTarget): JunitSuite {
  const loose = findings.map(({ severity, message }) => `${severity} ${message}`);
  const unread = warnings.map((warning) => `${warning.severity} ${sayProblem(warning).message}`);
  return {
    name: target,
    properties: { status, ...(grade !== null && { grade }) },
    cases: [
      ...nodes.filter(isGradedItself).map(toCase),
      ...(loose.length + unread.length > 0
        ? [{ name: 'the whole', output: [...loose, ...unread].join('\n') }]
        : []),
    ],
  };
}

function toCase(node: ReportNode): JunitCase {
  const { status, grade, score, place } = node;
  const said = [sayGrade(grade), ...(score === null ? [] : [sayScore(score)])].join(' ');
  const message = [status, said, whyOf(node)].filter(Boolean).join(', ');
  const notes = notesOf(node);
  const details = { message, type: status, text: detailsOf(node) };
  return {
    name: node.node,
    ...(place && { file: place.file }),
    ...((status === 'graded' || status === 'rejected') && { failure: details }),
    ...(status === 'blocked' && { error: details }),
    ...(status === 'pending' && { isSkipped: true, output: message }),
    ...(status === 'stable' && notes.length > 0 && { output: notes.join('\n') }),
  };
}

function detailsOf(node: ReportNode): string {
  const losses = node.losses.map(
    ({ questionId, dimension, score, reasoning }) =>
      `${questionId} ${dimension ?? ''}: ${score}${reasoning === null ? '' : ` – ${reasoning}`}`,
  );
  return [node.rule, ...losses, ...notesOf(node)].join('\n');
}

function notesOf(node: ReportNode): string[] {
  const findings = node.findings.map(
    ({ severity, code, message, place }) =>
      `${severity} ${code}: ${message}${place ? ` (${sayPlace(place)})` : ''}`,
  );
  return [sayAsked(node), ...findings].filter((note) => note !== '');
}
