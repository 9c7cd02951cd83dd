import {
  sayCertainty,
  sayContribution,
  sayDigits,
  sayFailedTask,
  sayMean,
  sayScore,
  sayTrial,
} from '@flowmcp/grading-core/commands';
import type { TargetExplanation } from '@flowmcp/grading-core/features/explain/run';
import colours from 'picocolors';
import { counted, terminalWidth } from '../terminal/layout.js';
import { oneLine } from '../terminal/problems.js';
import { paintStatus } from '../terminal/status.js';
import { renderTable } from '../terminal/table.js';

type Node = TargetExplanation['nodes'][number];
type Entry = NonNullable<Node['entry']>;
type Answer = Entry['answers'][number];
type Improvement = Entry['improvements'][number];

/** Maximum number of characters of a reason shown in text output; the JSON output contains the whole reason. */
const LONGEST = 200;
/** Reasons are shown only for answers below this score, because only those answers cost points. */
const GOOD = 4;

/**
 * Explains the grade of a target, from the overall grade down to each answer.
 *
 * @param whole whether to show the roll-up as well
 */
export function renderExplanation(
  { target, rollup, nodes, test, trials = [] }: TargetExplanation,
  { whole }: { whole: boolean },
): string {
  const isWhole = whole && target.split('/').length === 2;
  const head = isWhole
    ? [
        `${colours.bold(target)}: ${paintStatus(rollup.status)}${letterOf(rollup.grade)}`,
        `  ${rollup.rule}`,
        ...(rollup.decidedBy.length > 0
          ? [`  ${rollup.gradeRule}`, `  decided by: ${rollup.decidedBy.join(', ')}`]
          : []),
      ]
    : [colours.bold(target)];
  const shown = test ? renderTest(test) : nodes.flatMap((node) => ['', ...renderNode(node)]);
  return [...head, ...shown, ...trials.flatMap(renderFailed)].join('\n');
}

/** Maximum number of tasks shown for one trial; the JSON output contains all. */
const MOST_TASKS = 10;

/** The tasks of a trial that failed, and which tools were called instead. */
function renderFailed({ failed, ...trial }: NonNullable<TargetExplanation['trials']>[number]): string[] {
  const left = failed.length - MOST_TASKS;
  return [
    '',
    `trial, not part of any grade: ${sayTrial(trial)}`,
    ...failed.slice(0, MOST_TASKS).flatMap((one) => [`  ${sayFailedTask(one)}`, `    ${brief(one.task)}`]),
    ...(left > 0 ? [`  ${left} more: --json lists them`] : []),
  ];
}

/** One recorded test: what was tested, and what came of it. */
function renderTest(test: NonNullable<TargetExplanation['test']>): string[] {
  const { description, status, httpStatus, durationMs, responseBytes, error } = test;
  const answer = httpStatus === null ? '' : `, HTTP ${httpStatus}`;
  return [
    `  declared test ${test.test}${description === null ? '' : `: ${brief(description)}`}`,
    `  ${status}${answer}, ${responseBytes} bytes in ${durationMs} ms`,
    ...(error === null ? [] : [`  ${brief(error)}`]),
    `  ${test.checkedAt}, content ${test.schemaHash}`,
    `  ${test.record}`,
  ];
}

function letterOf(grade: string | null): string {
  return grade === null || grade === 'REJECTED' ? '' : ` ${grade}`;
}

function renderNode(node: Node): string[] {
  const { entry, grade, status, coverage, rule, isOfEarlierContent, partial } = node;
  return [
    `${colours.bold(node.node)}: ${paintStatus(status)}${letterOf(grade)}`,
    `  ${rule}`,
    ...sayBumped(node),
    ...(node.tested === null ? [] : [`  ${node.tested}`]),
    ...(node.testDepth === undefined ? [] : [`  test depth: ${node.testDepth}`]),
    ...(status === 'rejected' && node.reason ? [`  ${brief(node.reason)}`] : []),
    ...(coverage !== null && coverage < 1
      ? [`  coverage ${sayScore(coverage)}: the share of what applies that was judged, by weight`]
      : []),
    ...(entry && isOfEarlierContent ? ['  The following is about earlier content.'] : []),
    ...(entry ? indent(renderEntry(entry, node)) : []),
    ...partial.map(({ ref }) => `  a partial entry repeats the grade: ${ref}`),
  ];
}

/** What follows from rules that have changed since the node was graded. */
function sayBumped({ bumped, status }: Node): string[] {
  const { rules, regraded, due } = bumped ?? {};
  if (regraded)
    return [`  by ${regraded.gradingSystem} ${regraded.grade}: the next run grades its answers by it`];
  return rules && due && status !== 'blocked'
    ? [`  scored by ${rules.scoringSystem}: to be scored again`]
    : [];
}

function renderEntry(entry: Entry, { rawGrade, grade }: Node): string[] {
  const { answers, veto, superseded, certainty } = entry;
  const counting = answers.filter(({ excluded }) => excluded === null);
  const excluded = answers.filter((answer) => answer.excluded !== null);
  return [
    '',
    ...(counting.length > 0 ? renderAnswers(counting, gradersOf(answers)) : []),
    ...excluded.map(
      ({ questionId, score, naReason }) =>
        `left out: ${shortId(questionId)} ${score}${naReason ? ` (${naReason})` : ''}`,
    ),
    ...(superseded > 0 ? [`${counted(superseded, 'earlier answer')} to the same questions left out`] : []),
    '',
    ...(veto
      ? [`veto ${veto.triggeredBy}: ${brief(veto.evidence)} → REJECTED, whatever the answers say`]
      : renderSum(entry)),
    ...(certainty ? [`letter, if the judge were asked for ever: ${sayCertainty(certainty)}`] : []),
    ...(rawGrade && grade && entry.grade !== grade ? [`the node's cap reduces it to ${grade}`] : []),
    ...renderAged(answers),
    ...renderImprovements(entry),
    ...(entry.grade !== null && entry.grade !== entry.storedGrade
      ? [colours.red(`the entry says ${entry.storedGrade}, which does not follow from its answers`)]
      : []),
    `entry ${entry.ref}`,
    `  ${[entry.at, entry.harness, entry.persona, entry.versions.scoringSystem, entry.versions.gradingSystem]
      .filter(Boolean)
      .join(', ')}`,
    ...sayGraders(gradersOf(entry.answers)),
    ...distinct(entry.answers, ({ askedAt }) => askedAt).map((origin) => `  asked at ${origin}`),
    ...distinct(entry.answers, ({ leftOut }) => leftOut?.join(', ')).map((what) => `  asked without ${what}`),
  ];
}

function gradersOf(answers: readonly Answer[]): readonly string[] {
  return distinct(answers, ({ determinism, grader }) =>
    determinism === 'deterministic' ? undefined : grader,
  );
}

/** The graders in full, below the table: their names are longer than a column. */
function sayGraders(graders: readonly string[]): string[] {
  return graders.map((grader, at) => `  ${nameInTable(graders, at)}: ${brief(grader)}`);
}

function nameInTable(graders: readonly string[], at: number): string {
  return graders.length === 1 ? 'grader' : `grader ${at + 1}`;
}

function distinct(answers: readonly Answer[], of: (answer: Answer) => string | undefined): string[] {
  return [...new Set(answers.flatMap((answer) => of(answer) ?? []))];
}

function renderAnswers(answers: readonly Answer[], graders: readonly string[]): string[] {
  const rows = answers.map(({ questionId, dimension, topic, score, value, weight, contribution, ...by }) => [
    `${shortId(questionId)} ${topic ?? dimension ?? ''}`,
    String(weight),
    typeof score === 'number' || value === null ? sayAnswer(score) : `${score} = ${value}`,
    contribution === null ? '-' : sayContribution(contribution),
    by.determinism === 'deterministic' ? 'code' : nameInTable(graders, graders.indexOf(by.grader)),
  ]);
  const head = ['question', 'weight', 'score', 'adds', 'by'];
  const table = renderTable({ head, rows, width: terminalWidth() - 2, paint: (text) => text });
  const lost = answers.filter(({ value, reasoning }) => value !== null && value < GOOD && reasoning);
  return [
    ...table.split('\n'),
    ...(lost.length > 0 ? ['', 'where points were lost:'] : []),
    ...lost.map(({ questionId, reasoning }) => `  ${shortId(questionId)}  ${brief(reasoning ?? '')}`),
  ];
}

/** A mean of samples may have many digits. */
function sayAnswer(score: Answer['score']): string {
  return typeof score === 'number' ? sayDigits(score) : score;
}

/** All questions of a node belong to one area, so a question's number is enough to identify it. */
function shortId(questionId: string): string {
  return questionId.replace(/^.*-(?=\d+$)/, '');
}

/** How the grade is calculated: the mean on the first line, its band and the tier trim on the second. */
function renderSum({ mean: found, limit, grade, unknownRules }: Entry): string[] {
  if (unknownRules !== undefined) return [`no mean and no grade: ${unknownRules}`];
  if (!found) return ['No answer counts, so there is no mean and no grade.'];
  const { sum, weightSum, mean, band } = found;
  const upTo = band.below === null ? 'up' : `below ${band.below}`;
  const trim = grade === band.grade ? limit : `trimmed: ${limit}`;
  return [
    `sum of weight × score ${sayDigits(sum)} ÷ sum of weights ${sayDigits(weightSum)} = mean ${sayMean(mean)}`,
    `band ${band.grade}: ${band.atLeast} and ${upTo}; ${trim} → ${grade ?? '-'}`,
  ];
}

function renderAged(answers: readonly Answer[]): string[] {
  const aged = answers.filter((answer) => answer.aged).map(({ questionId }) => shortId(questionId));
  return aged.length > 0 ? [`aged, to be asked again: ${aged.join(', ')}`] : [];
}

function renderImprovements({ improvements, veto, mean, maxGrade, grade }: Entry): string[] {
  if (improvements.length > 0)
    return improvements.map((found) => `for ${found.grade}, ${raisedWords(found)}`);
  return !veto && mean && grade === maxGrade ? [`no better grade is possible in this tier`] : [];
}

function raisedWords({ raise }: Improvement): string {
  const words = raise.map(
    ({ questionId, from, to }) => `${shortId(questionId)} from ${sayAnswer(from)} to ${to}`,
  );
  return `${counted(raise.length, 'better answer')} would be enough: ${words.join(', ')}`;
}

function brief(text: string): string {
  const line = oneLine(text);
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
