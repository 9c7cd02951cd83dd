import { buildJunit, type JunitCase, type JunitSuite } from '../../../documents/junit.js';
import { sayPastRetention } from '../../../grade/ageing.js';
import { isGraded } from '../../../grade/roll-up.js';
import { sayScore } from '../../../grade/score.js';
import { nameQuestion } from '../../../questions/lookup.js';
import type { RuleBook } from '../../../spec/books/book.js';
import type { ReportFailure, ReportNode, ReportTarget } from './grading-report.js';
import { type GradingReportSource, sayPlace, sayProblem, showTarget } from './source.js';
import {
  failsGate,
  sayAnswer,
  sayAsked,
  sayCoverage,
  sayDepth,
  sayGrade,
  sayTests,
  sayUndecided,
  whyOf,
} from './standing.js';
import { isGradedItself } from './tally.js';

/**
 * Renders grades as JUnit: one suite per target, one case for each node that is graded directly or fails the gate, and
 * one for the target as a whole if there is anything to report about it. A node that fails the gate is a failure, or an
 * error if it cannot be graded; a node that has no grade, but does not fail the gate, is skipped. A node keeps its name
 * from run to run, so that a viewer can show what broke and what was fixed.
 */
export async function* renderGradingJunit(source: GradingReportSource): AsyncGenerator<string> {
  const suites: JunitSuite[] = [];
  for await (const target of source.targets) suites.push(toSuite(showTarget(target), source.book));
  const broken = source.failures.map((failure): JunitCase => {
    const { message, hint } = sayProblem(failure);
    return { name: message, error: { message, type: failure.code, text: hint } };
  });
  if (broken.length > 0)
    suites.push({ name: 'targets that could not be read', properties: {}, cases: broken });
  yield buildJunit(`${source.tool.name} grading`, suites);
}

function toSuite(found: ReportTarget, { grading }: RuleBook): JunitSuite {
  const { target, status, grade, persona, nodes, findings, warnings, gate } = found;
  const [pastRetention] = sayPastRetention([found], grading.ageingDays);
  const loose = findings.map(({ severity, message }) => `${severity} ${message}`);
  const unread = warnings.map((warning) => `${warning.severity} ${sayProblem(warning).message}`);
  return {
    name: target,
    properties: {
      status,
      ...(grade !== null && { grade }),
      ...(persona !== null && { persona }),
      ...(pastRetention !== undefined && { pastRetention }),
    },
    cases: [
      ...nodes.filter((node) => isGradedItself(node) || failsGate(node)).map(toCase),
      ...toWhole(gate.failures, [...loose, ...unread]),
    ],
  };
}

function toWhole([failure]: readonly ReportFailure[], said: readonly string[]): JunitCase[] {
  if (!failure && said.length === 0) return [];
  const { message = '', rule = '', hint = '' } = failure ?? {};
  return [
    {
      name: 'the whole',
      ...(failure && { failure: { message, type: rule, text: hint } }),
      ...(said.length > 0 && { output: said.join('\n') }),
    },
  ];
}

function toCase(node: ReportNode): JunitCase {
  const { status, grade, score, place } = node;
  const said = [sayGrade(grade), ...(score === null ? [] : [sayScore(score)])].join(' ');
  const message = [status, said, whyOf(node)].filter(Boolean).join(', ');
  const details = { message, type: status, text: detailsOf(node) };
  return {
    name: node.node,
    ...(place && { file: place.file }),
    ...(failsGate(node) && (status === 'blocked' ? { error: details } : { failure: details })),
    ...(!failsGate(node) && sayPassing(node, message)),
  };
}

function sayPassing(node: ReportNode, message: string): Pick<JunitCase, 'isSkipped' | 'output'> {
  if (!isGraded(node.status)) return { isSkipped: true, output: message };
  const notes = notesOf(node);
  return notes.length > 0 ? { output: notes.join('\n') } : {};
}

function detailsOf(node: ReportNode): string {
  const losses = node.losses.map(
    ({ questionId, dimension, reasoning, ...loss }) =>
      `${questionId} ${nameQuestion(questionId, dimension)}: ${sayAnswer(loss)}${reasoning === null ? '' : ` – ${reasoning}`}`,
  );
  const failures = node.failures.flatMap(({ code, message, hint }) => [`${code}: ${message}`, hint]);
  return [...failures, node.rule, ...losses, ...notesOf(node)].filter(Boolean).join('\n');
}

function notesOf(node: ReportNode): string[] {
  const findings = node.findings.map(
    ({ severity, code, message, place }) =>
      `${severity} ${code}: ${message}${place ? ` (${sayPlace(place)})` : ''}`,
  );
  return [
    sayCoverage(node),
    sayUndecided(node),
    sayAsked(node),
    sayTests(node),
    sayDepth(node),
    ...findings,
  ].filter((note) => note !== '');
}
