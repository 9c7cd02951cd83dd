import {
  codeSpan,
  collapsed,
  cutLines,
  escapeMarkdown,
  LONGEST_COMMENT,
  markdownTable,
} from '../../../documents/markdown.js';
import { oneLine } from '../../../documents/quoted-text.js';
import { mapTexts, visibleText } from '../../../documents/visible-text.js';
import type { NodeExplanation, RollupExplanation } from '../../../grade/explanation.js';
import { sayContribution, sayDigits, sayMean, sayScore } from '../../../grade/score.js';
import { nameQuestion } from '../../../questions/lookup.js';
import type { TestRecord } from '../../../spec/facts.js';
import { type FailedTask, type ShownTrial, sayFailedTask, sayTrial } from '../../../trials/logic/standing.js';
import { sayGrade } from './standing.js';

type Entry = NonNullable<NodeExplanation['entry']>;
type Answer = Entry['answers'][number];

/** A target with the calculations behind its grades. */
export interface ExplainedTarget {
  readonly target: string;
  readonly versions: { readonly scoringSystem: string; readonly gradingSystem: string };
  readonly rollup: RollupExplanation;
  readonly nodes: readonly NodeExplanation[];
  readonly test?: TestRecord & { readonly record: string };
  readonly trials?: readonly (ShownTrial & { readonly failed: readonly FailedTask[] })[];
}

const ANSWER_COLUMNS = [
  { title: 'Question' },
  { title: 'Weight', right: true },
  { title: 'Score', right: true },
  { title: 'Adds', right: true },
  { title: 'By' },
  { title: 'Why' },
];
const GOOD = 4;

/**
 * The calculations behind grades, for an issue or a pull request: the verdict on each node is visible, and its answers
 * are folded.
 *
 * @param whole whether to show the roll-up as well
 */
export function renderExplanations(
  targets: readonly ExplainedTarget[],
  { whole }: { readonly whole: boolean },
): string {
  const text = targets.map((target) => explainTarget(mapTexts(target, visibleText), whole)).join('\n\n');
  const cut = cutLines(text, LONGEST_COMMENT - CUT.length);
  return `${cut.length < text.length ? closeCut(cut) : text}\n`;
}

const CUT = '\n\n</details>\n\nThe rest does not fit into a comment: name one node with `--node`.';

/** Closes a folded part that was cut in the middle. */
function closeCut(text: string): string {
  const isOpen = text.split('<details>').length > text.split('</details>').length;
  return `${text}${isOpen ? CUT : CUT.replace('\n\n</details>', '')}`;
}

function explainTarget(
  { target, versions, rollup, nodes, test, trials = [] }: ExplainedTarget,
  whole: boolean,
): string {
  const isWhole = whole && target.split('/').length === 2;
  return [
    `### ${codeSpan(target)}${isWhole ? `: ${rollup.status}, ${sayGrade(rollup.grade)}` : ''}`,
    ...(isWhole ? [[rollup.rule, ...sayDeciding(rollup)].join(' ')] : []),
    ...(test ? [explainTest(test)] : nodes.map(explainNode)),
    ...trials.map(({ failed, ...trial }) =>
      [
        `**Trial**, not part of any grade: ${escapeMarkdown(sayTrial(trial))}`,
        '',
        ...failed.map((one) => `- ${escapeMarkdown(sayFailedTask(one))}`),
      ].join('\n'),
    ),
    `<sub>${[versions.scoringSystem, versions.gradingSystem].map(escapeMarkdown).join(' · ')}</sub>`,
  ].join('\n\n');
}

function explainTest({ test, description, error, record, ...answer }: TestRecord & { record: string }) {
  const { status, httpStatus, responseBytes, durationMs, checkedAt, schemaHash } = answer;
  const code = httpStatus === null ? '' : `, HTTP ${httpStatus}`;
  return [
    `Declared test ${test}: **${status}**${code}`,
    ...(description === null ? [] : [`Description: ${escapeMarkdown(description)}`]),
    ...(error === null ? [] : [`Error: ${escapeMarkdown(error)}`]),
    `Response: ${responseBytes} bytes in ${durationMs} ms`,
    `Tested: ${checkedAt}, content ${codeSpan(schemaHash)}`,
    `Record: ${codeSpan(record)}`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}

function sayDeciding({ gradeRule, decidedBy }: RollupExplanation): string[] {
  return decidedBy.length === 0 ? [] : [gradeRule, `Decided by ${decidedBy.map(codeSpan).join(', ')}.`];
}

function explainNode(node: NodeExplanation): string {
  const { status, grade, rule, reason, entry, isOfEarlierContent } = node;
  const head = `**${codeSpan(node.node)}: ${[status, ...(grade === null ? [] : [sayGrade(grade)])].join(', ')}.**`;
  const about = status === 'rejected' && reason ? ` ${escapeMarkdown(reason)}` : '';
  return [
    `${head} ${escapeMarkdown(rule)}${about}`,
    ...(node.coverage !== null && node.coverage < 1
      ? [`Coverage **${sayScore(node.coverage)}**: the share of what applies that was judged, by weight.`]
      : []),
    ...(entry && isOfEarlierContent ? ['The following is about earlier content.'] : []),
    ...(entry ? explainEntry(entry) : []),
  ].join('\n\n');
}

function explainEntry(entry: Entry): string[] {
  const { answers, veto, improvements } = entry;
  const rows = answers.map(toRow);
  const foot = [entry.ref, entry.at, entry.harness, entry.persona].filter((part) => part !== null);
  return [
    veto
      ? `Veto ${escapeMarkdown(veto.triggeredBy)}: ${escapeMarkdown(veto.evidence)} → rejected, whatever the answers say.`
      : saySum(entry),
    ...improvements.map(({ grade, raise }) => {
      const raised = raise.map(({ questionId, from, to }) => `${codeSpan(questionId)} from ${from} to ${to}`);
      return `For ${grade}, ${raise.length === 1 ? 'one better answer' : `${raise.length} better answers`} would be enough: ${raised.join(', ')}.`;
    }),
    collapsed(
      `${answers.length} answers`,
      `${markdownTable(ANSWER_COLUMNS, rows)}\n\nEntry ${foot.map((part) => codeSpan(oneLine(part))).join(', ')}`,
    ),
  ];
}

function toRow(answer: Answer): string[] {
  const { questionId, dimension, weight, score, value, contribution, naReason, determinism, grader } = answer;
  const isLow = value !== null && value < GOOD;
  const why = isLow ? answer.reasoning : naReason;
  return [
    `${codeSpan(questionId)} ${escapeMarkdown(nameQuestion(questionId, dimension))}`,
    String(weight),
    typeof score === 'number' || value === null ? String(score) : `${score} = ${value}`,
    contribution === null ? '' : sayContribution(contribution),
    determinism === 'deterministic' ? 'code' : escapeMarkdown(grader),
    `${answer.aged ? '(aged) ' : ''}${escapeMarkdown(why ?? '')}`,
  ];
}

function saySum({ mean: found, limit, grade, unknownRules }: Entry): string {
  if (unknownRules !== undefined) return `No mean and no grade: ${escapeMarkdown(unknownRules)}.`;
  if (!found) return 'No answer counts, so there is no mean and no grade.';
  const { sum, weightSum, mean, band } = found;
  const upTo = band.below === null ? 'up' : `below ${band.below}`;
  const trim = grade === band.grade ? '' : ` ${limit} → ${grade ?? 'no grade'}.`;
  return `${sayDigits(sum)} ÷ ${sayDigits(weightSum)} = mean **${sayMean(mean)}**, band ${band.grade} (${band.atLeast} and ${upTo}).${trim}`;
}
