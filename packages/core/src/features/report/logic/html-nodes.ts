import { splitName } from '../../../documents/html/templates.js';
import { sayScore } from '../../../grade/score.js';
import { questionById } from '../../../questions/lookup.js';
import { textOf } from '../../../questions/question.js';
import type { GradingRules } from '../../../spec/books/book.js';
import { sayPercent, type ToolTrial } from '../../../trials/logic/standing.js';
import { dateOf, drawSparkline, sayPoint } from './charts.js';
import type { ReportFinding, ReportLoss, ReportNode, ReportTarget } from './grading-report.js';
import { sayPlace } from './source.js';
import {
  kindOf,
  letterOf,
  markOf,
  type StandingNode,
  sayAnswer,
  sayCoverage,
  sayGrade,
  sayQuestion,
  sayUndecided,
  statusOf,
  whyOf,
} from './standing.js';

/** A node with an anchor for links. */
export interface Anchored extends StandingNode {
  readonly anchor: string;
}

/** Maximum number of answers shown for one node. The most costly ones come first; they are the ones to fix. */
const MOST_LOSSES = 3;

/** Maximum number of nodes whose details are unfolded for print; more would fill a book. */
const MOST_UNFOLDED = 150;

/** Decides for each target whether the details of all its nodes can still be unfolded within the limit. */
export function createBudget(): { take(nodes: number): boolean } {
  let left = MOST_UNFOLDED;
  return {
    take(nodes) {
      left -= nodes;
      return left >= 0;
    },
  };
}

/**
 * Groups the nodes of a target by schema. Members form a group of their own, and so do nodes about the whole target.
 */
export function toParts({ nodes }: ReportTarget, anchor: string, grading: GradingRules) {
  const parts = new Map<string, Part>();
  for (const [at, node] of nodes.entries()) {
    const name = partOf(node);
    const part = parts.get(name) ?? newPart(name);
    parts.set(name, part);
    if (node.kind === 'schema') {
      Object.assign(part, {
        status: statusOf(node),
        kind: kindOf(statusOf(node)),
        about: node.waitsFor === undefined ? (node.reason ?? '') : whyOf(node),
        findings: node.findings.map(toFinding),
      });
    } else part.nodes.push(toNode(node, `${anchor}-${at + 1}`, grading));
  }
  return [...parts.values()];
}

interface Part {
  readonly name: string;
  readonly nameParts: readonly string[];
  /** Whether the name is a schema's name, which is set in a code font. */
  readonly isCode: boolean;
  readonly status: string;
  readonly kind: string;
  readonly about: string;
  readonly findings: readonly ReturnType<typeof toFinding>[];
  readonly nodes: ReturnType<typeof toNode>[];
}

const WHOLE = 'The target as a whole';
const MEMBERS = 'Members';

function partOf({ kind, schema }: ReportNode): string {
  if (kind === 'member') return MEMBERS;
  return kind === 'skill' ? WHOLE : (schema ?? WHOLE);
}

function newPart(name: string): Part {
  const isCode = name !== WHOLE && name !== MEMBERS;
  return {
    name,
    nameParts: splitName(name),
    isCode,
    status: '',
    kind: '',
    about: '',
    findings: [],
    nodes: [],
  };
}

/** Checks whether a node has more details than fit in its row. */
export function hasBody({ ref, findings, contradiction, history, tested, testDepth }: ReportNode): boolean {
  return (
    ref !== null ||
    findings.length > 0 ||
    contradiction !== null ||
    history.length > 0 ||
    tested !== undefined ||
    testDepth !== undefined
  );
}

function toNode(node: ReportNode, anchor: string, grading: GradingRules) {
  const { kind, name, grade, score, findings, losses, veto, contradiction, history } = node;
  const status = statusOf(node);
  const common = {
    anchor,
    status,
    value: grade ?? 'none',
    mark: markOf(grade),
    letter: letterOf(grade),
    gradeName: sayGrade(grade),
    nameParts: splitName(kind === 'skill' ? `Skill ${name}` : name),
    isCode: kind === 'tool' || kind === 'member',
    tag: status === 'stable' || status === 'graded' ? '' : status,
    kind: kindOf(status),
    count:
      findings.length === 0 ? '' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
    why: whyOf(node),
    score: score === null ? '' : sayScore(score),
    spark: drawSparkline(history),
    hasFindings: findings.length > 0,
    hasBody: hasBody(node),
  };
  if (!common.hasBody) return common;
  return {
    ...common,
    veto: veto ? `${veto.triggeredBy}: ${veto.evidence}` : '',
    contradiction: contradiction ?? '',
    losses: losses.slice(0, MOST_LOSSES).map((loss) => toLoss(loss, grading)),
    ...sayBetter(node),
    findings: findings.map(toFinding),
    // Both lines are one text: an extra element for the history would add thousands of elements to the page.
    facts: [sayFacts(node), ...(history.length < 2 ? [] : [sayHistory(node)])].join('\n'),
  };
}

function toLoss(loss: ReportLoss, grading: GradingRules) {
  const { questionId, lost, reasoning } = loss;
  const question = questionById(questionId);
  return {
    score: sayAnswer(loss),
    name: sayQuestion(loss),
    question: question ? textOf(question, grading) : questionId,
    said: `${reasoning === null ? '' : `: ${reasoning}`} (−${sayScore(lost)})`,
  };
}

function sayBetter({ improvement, losses }: ReportNode) {
  if (!improvement) return { better: '', raise: '' };
  const names = new Map(losses.map((loss) => [loss.questionId, sayQuestion(loss)]));
  const raise = improvement.raise.map(({ questionId, from, to }) => {
    const name = names.get(questionId) ?? sayQuestion({ questionId, dimension: null });
    return `${name} from ${from} to ${to}`;
  });
  return { better: `For ${improvement.grade}`, raise: raise.join(', ') };
}

function sayFacts(node: ReportNode): string {
  const { status, rule, gradedAt, graders, persona, rawGrade, grade } = node;
  const { isOfEarlierContent, stale, tested, testDepth, trials = [] } = node;
  const isPlain = status === 'stable' || status === 'graded';
  const by = graders.length > 0 ? `: ${graders.join(', ')}` : '';
  return [
    ...(isPlain ? [] : [rule]),
    ...(isOfEarlierContent ? ['The answers are about earlier content.'] : []),
    ...(gradedAt === null
      ? []
      : [`Graded ${dateOf(gradedAt)}${persona === null ? '' : ` as ${persona}`}${by}.`]),
    ...(sayCoverage(node) === '' ? [] : [`Partly judged: ${sayCoverage(node)}.`]),
    ...(sayUndecided(node) === '' ? [] : [`Letter ${sayUndecided(node)}.`]),
    ...(rawGrade !== null && rawGrade !== grade ? [`Band ${rawGrade}, trimmed to ${grade}.`] : []),
    ...(tested === undefined ? [] : [`${tested.charAt(0).toUpperCase()}${tested.slice(1)}.`]),
    ...(testDepth === undefined ? [] : [`Test depth: ${testDepth}.`]),
    ...trials.map(sayToolTrial),
    ...(stale.length > 0
      ? [`${stale.length === 1 ? 'One answer has' : `${stale.length} answers have`} aged out.`]
      : []),
  ].join(' ');
}

function sayToolTrial({ model, success, tasks, takes, loses, current }: ToolTrial): string {
  const share =
    success === null ? 'no task' : `${sayPercent(success)} of ${tasks} ${tasks === 1 ? 'task' : 'tasks'}`;
  return `Trial with ${model}${current ? '' : ' (of an older version)'}: ${share}, takes ${takes}, loses ${loses}.`;
}

/** Describes a node's history in words, oldest entry first, like the line in the chart. */
function sayHistory({ history }: ReportNode): string {
  const points = history.slice(-12).map((point) => {
    const marks = [
      ...(point.mode === 'partial' ? ['partial'] : []),
      ...(point.current ? [] : ['other content']),
    ];
    return `${dateOf(point.at)} ${sayPoint(point)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  });
  const left = history.length - points.length;
  return `History: ${left > 0 ? `${left} more, ` : ''}${points.join(' → ')}`;
}

export function toFinding({ severity, code, message, hint, place }: ReportFinding) {
  return { severity, code, message, hint, place: place ? sayPlace(place) : '' };
}
