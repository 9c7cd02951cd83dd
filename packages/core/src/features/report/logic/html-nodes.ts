import { sayScore } from '../../../grade/score.js';
import { questionById } from '../../../questions/lookup.js';
import { dateOf, drawSparkline, sayPoint } from './charts.js';
import type { ReportLoss, ReportNode, ReportTarget } from './grading-report.js';
import { KINDS, toFinding } from './html-words.js';
import {
  letterOf,
  markOf,
  type StandingNode,
  sayCoverage,
  sayDimension,
  sayGrade,
  whyOf,
} from './standing.js';

/** A node that can be linked to. */
export interface Anchored extends StandingNode {
  readonly anchor: string;
}

/** Answers of a node that are shown: the first few are what is to be mended. */
const MOST_LOSSES = 3;

/** Nodes whose details are unfolded for paper: those of more would be a book. */
const MOST_UNFOLDED = 150;

/** Says for how many targets there is room to unfold all. */
export function createBudget(): { take(nodes: number): boolean } {
  let left = MOST_UNFOLDED;
  return {
    take(nodes) {
      left -= nodes;
      return left >= 0;
    },
  };
}

/** Schema by schema, then what is about the whole. */
export function toParts({ nodes }: ReportTarget, anchor: string) {
  const parts = new Map<string, Part>();
  for (const [at, node] of nodes.entries()) {
    const name = partOf(node);
    const part = parts.get(name) ?? newPart(name);
    parts.set(name, part);
    if (node.kind === 'schema') {
      Object.assign(part, {
        status: node.status,
        kind: KINDS[node.status],
        about: node.reason ?? '',
        findings: node.findings.map(toFinding),
      });
    } else part.nodes.push(toNode(node, `${anchor}-${at + 1}`));
  }
  return [...parts.values()];
}

interface Part {
  readonly name: string;
  /** A schema's name is a name of others. */
  readonly isCode: boolean;
  readonly status: string;
  readonly kind: string;
  readonly about: string;
  readonly findings: readonly ReturnType<typeof toFinding>[];
  readonly nodes: ReturnType<typeof toNode>[];
}

const WHOLE = 'The whole';
const MEMBERS = 'Members';

function partOf({ kind, schema }: ReportNode): string {
  if (kind === 'member') return MEMBERS;
  return kind === 'skill' ? WHOLE : (schema ?? WHOLE);
}

function newPart(name: string): Part {
  const isCode = name !== WHOLE && name !== MEMBERS;
  return { name, isCode, status: '', kind: '', about: '', findings: [], nodes: [] };
}

/** Is there more to say of it than fits its row? */
export function hasBody({ ref, findings, contradiction, history, tested }: ReportNode): boolean {
  return (
    ref !== null ||
    findings.length > 0 ||
    contradiction !== null ||
    history.length > 0 ||
    tested !== undefined
  );
}

function toNode(node: ReportNode, anchor: string) {
  const { kind, name, status, grade, score, findings, losses, veto, contradiction, history } = node;
  const common = {
    anchor,
    status,
    value: grade ?? 'none',
    mark: markOf(grade),
    letter: letterOf(grade),
    gradeName: sayGrade(grade),
    name: kind === 'skill' ? `Skill ${name}` : name,
    isCode: kind === 'tool' || kind === 'member',
    tag: status === 'stable' || status === 'graded' ? '' : status,
    kind: KINDS[status],
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
    losses: losses.slice(0, MOST_LOSSES).map(toLoss),
    ...sayBetter(node),
    findings: findings.map(toFinding),
    // One element less for each of thousands of nodes: the second line is one of text.
    facts: [sayFacts(node), ...(history.length < 2 ? [] : [sayHistory(node)])].join('\n'),
  };
}

function toLoss(loss: ReportLoss) {
  const { questionId, score, lost, reasoning } = loss;
  return {
    score: typeof score === 'number' ? Number(sayScore(score)) : score,
    name: sayDimension(loss),
    question: questionById(questionId)?.text ?? questionId,
    said: `${reasoning === null ? '' : `: ${reasoning}`} (−${lost.toFixed(2)})`,
  };
}

function sayBetter({ improvement, losses }: ReportNode) {
  if (!improvement) return { better: '', raise: '' };
  const names = new Map(losses.map((loss) => [loss.questionId, sayDimension(loss)]));
  const raise = improvement.raise.map(({ questionId, from, to }) => {
    const name =
      names.get(questionId) ??
      sayDimension({ questionId, dimension: questionById(questionId)?.dimension ?? null });
    return `${name} from ${from} to ${to}`;
  });
  return { better: `For ${improvement.grade}`, raise: raise.join(', ') };
}

function sayFacts(node: ReportNode): string {
  const { status, rule, gradedAt, graders, persona, rawGrade, grade, isOfEarlierContent, stale, tested } =
    node;
  const isPlain = status === 'stable' || status === 'graded';
  const by = graders.length > 0 ? ` by ${graders.join(', ')}` : '';
  return [
    ...(isPlain ? [] : [rule]),
    ...(isOfEarlierContent ? ['The answers are about earlier content.'] : []),
    ...(gradedAt === null
      ? []
      : [`Graded ${dateOf(gradedAt)}${by}${persona === null ? '' : ` as ${persona}`}.`]),
    ...(sayCoverage(node) === '' ? [] : [`Judged in part: ${sayCoverage(node)}.`]),
    ...(rawGrade !== null && rawGrade !== grade ? [`Band ${rawGrade}, trimmed to ${grade}.`] : []),
    ...(tested === undefined ? [] : [`${tested.charAt(0).toUpperCase()}${tested.slice(1)}.`]),
    ...(stale.length > 0
      ? [`${stale.length === 1 ? 'One answer has' : `${stale.length} answers have`} aged out.`]
      : []),
  ].join(' ');
}

/** Oldest first, as the line is drawn. */
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
