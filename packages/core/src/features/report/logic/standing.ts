import type { GradeMark } from '../../../documents/badge.js';
import { type ShownStatus, STATUS_COLOURS } from '../../../documents/status-colours.js';
import type { GateRule } from '../../../grade/gate/reasons.js';
import { isDecided, sayCertainty } from '../../../grade/letter-certainty.js';
import { sayScore } from '../../../grade/score.js';
import { nameQuestion } from '../../../questions/lookup.js';
import { GRADES, type RollupStatus } from '../../../spec/vocabulary.js';
import { sayTrial } from '../../../trials/logic/standing.js';
import type { ReportLoss, ReportNode, ReportSummary, ReportTarget, ReportTrial } from './grading-report.js';
import { isGradedItself } from './tally.js';

/** From the lowest grade to the best; a missing grade cannot be trusted, so it comes before the good ones. */
const ORDER = ['REJECTED', 'F', 'D', 'C', null, 'B', 'A'];

/** Rank of a grade; a worse one has a lower rank. */
export function rankOf(grade: string | null): number {
  const at = ORDER.indexOf(grade);
  return at < 0 ? ORDER.indexOf(null) : at;
}

/** Colour and letter of a grade. */
export function markOf(grade: string | null): GradeMark {
  if (grade === 'REJECTED') return 'F';
  return GRADES.find((known) => known === grade) ?? 'none';
}

export function letterOf(grade: string | null): string {
  if (grade === 'REJECTED') return '✕';
  return markOf(grade) === 'none' ? '–' : (grade ?? '–');
}

/** A grade as a word or a letter. */
export function sayGrade(grade: string | null): string {
  return grade === null ? 'no grade' : grade === 'REJECTED' ? 'rejected' : grade;
}

/** Checks whether a node fails the gate. */
export function failsGate({ failures }: Pick<ReportNode, 'failures'>): boolean {
  return failures.length > 0;
}

interface Standing {
  readonly node: Pick<ReportNode, 'grade' | 'score'>;
}

export interface StandingNode {
  readonly target: string;
  readonly node: ReportNode;
}

/** Sorts by grade and then by score, the lowest first. */
export function byStanding(a: Standing, b: Standing): number {
  const apart = rankOf(a.node.grade) - rankOf(b.node.grade);
  return apart === 0 ? (a.node.score ?? 0) - (b.node.score ?? 0) : apart;
}

/** Statuses as a report shows them: what is pending, or blocked without a fault, waits. */
export const SHOWN_STATUSES = ['rejected', 'stable', 'graded', 'blocked', 'waiting'] as const;

/** The status to show for a node: one that is blocked for want of something others have to give it has no fault. */
export function statusOf({ status, waitsFor }: Pick<ReportNode, 'status' | 'waitsFor'>) {
  return status === 'pending' || waitsFor !== undefined ? 'waiting' : status;
}

/** The status to show for a target; `waiting` if nothing is graded, and no fault blocks anything. */
export function targetStatusOf(target: ReportTarget): Exclude<RollupStatus, 'pending'> | 'waiting' {
  const { status } = target;
  const isWaiting = status === 'pending' || (status === 'blocked' && countTarget(target).blocked === 0);
  return isWaiting ? 'waiting' : status;
}

const KINDS = { green: 'good', yellow: 'warning', red: 'error', dim: '' };

/** The class of a page that has the colour of a status. */
export function kindOf(status: ShownStatus): string {
  return KINDS[STATUS_COLOURS[status].terminal];
}

/** How a target stands among others. */
export type TargetStanding = Pick<ReportTarget, 'grade'> & ReturnType<typeof countTarget>;

/**
 * Sorts targets by what needs attention: rejected, below B, blocked by a fault, partial, stable. What has no grade at all
 * comes last, so that it never takes the place of a graded target.
 */
export function byAttention(a: TargetStanding, b: TargetStanding): number {
  const apart = attentionOf(a) - attentionOf(b) || rankOf(a.grade) - rankOf(b.grade);
  return apart || b.below + b.blocked - a.below - a.blocked;
}

function attentionOf({ nodes, graded, rejected, below, blocked, stable }: TargetStanding): number {
  if (graded === 0) return blocked > 0 ? 5 : 6;
  if (rejected > 0) return 0;
  if (below > 0) return 1;
  if (blocked > 0) return 2;
  return stable < nodes ? 3 : 4;
}

/** Counts a target's findings and, by status, its nodes. Nodes that take their status from others are left out. */
export function countTarget({ nodes, findings, gate }: ReportTarget) {
  const own = nodes.filter(isGradedItself);
  const having = (...statuses: readonly ReturnType<typeof statusOf>[]) =>
    own.filter((node) => statuses.includes(statusOf(node))).length;
  return {
    nodes: own.length,
    stable: having('stable'),
    below: having('graded', 'rejected'),
    rejected: having('rejected'),
    /** With a grade or a veto. */
    graded: having('stable', 'graded', 'rejected'),
    /** By a fault of their own. */
    blocked: having('blocked'),
    waiting: having('waiting'),
    failed: gate.failed,
    findings: findings.length + nodes.reduce((sum, node) => sum + node.findings.length, 0),
  };
}

/**
 * This rule is not shown as the reason: the lost points explain more than the fact that a node is below the minimum.
 */
const BELOW_BAR: GateRule['id'] = 'grade-below-bar';

/** The reason for a node's status or grade, on one line beside its name; empty if there is none to give. */
export function whyOf(node: ReportNode): string {
  const { status, reason, waitsFor, veto, losses, contradiction, failures } = node;
  if (contradiction !== null) return `its newest tests do not support it: ${contradiction}`;
  if (status === 'rejected') return veto ? `${veto.triggeredBy}: ${veto.evidence}` : (reason ?? 'rejected');
  if (status === 'blocked' && waitsFor !== undefined) return `waits for ${waitsFor}`;
  if (status === 'blocked' || status === 'pending') return reason ?? status;
  const beside = failures.find(({ rule }) => rule !== BELOW_BAR);
  const alone = (message: string) => message.replace(`${node.node} `, '');
  if (beside) return alone(beside.message);
  const [worst] = losses;
  if (!worst) return alone(failures[0]?.message ?? '');
  return [sayQuestion(worst), worst.reasoning ?? sayAnswer(worst)].join(': ');
}

/** The score of an answer as it was given; the mean of several is cut. */
export function sayAnswer({ score }: Pick<ReportLoss, 'score'>): string {
  return typeof score === 'number' ? `${Number(sayScore(score))}` : score;
}

/** The share of a node that was judged; empty if everything was judged. */
export function sayCoverage({ coverage }: Pick<ReportNode, 'coverage'>): string {
  return coverage === null || coverage === 1 ? '' : `coverage ${sayScore(coverage)}`;
}

/** The persona that reads a selection; empty if unknown. */
export function sayReader({ persona }: Pick<ReportTarget, 'persona'>): string {
  return persona === null ? '' : `read as ${persona}`;
}

/** Addresses at which the judges were asked, if these are not the providers' own; empty otherwise. */
export function sayAsked({ askedAt = [] }: ReportNode): string {
  return askedAt.length === 0 ? '' : `asked at ${askedAt.join(', ')}`;
}

/** An undecided letter with its chances; empty if it is decided, or if nothing shows it. */
export function sayUndecided({ certainty }: Pick<ReportNode, 'certainty'>): string {
  return certainty && !isDecided(certainty) ? `undecided: ${sayCertainty(certainty)}` : '';
}

/** How the tests differ from plain ones; empty if a failure already says so. */
export function sayTests({ tested = '', failures }: ReportNode): string {
  const mapped: GateRule['id'] = 'grade-mapped';
  return failures.some(({ rule }) => rule === mapped) ? '' : tested;
}

/** How much the working tests of a tool allow; empty if the specification has no word for it. */
export function sayDepth({ testDepth }: ReportNode): string {
  return testDepth === undefined ? '' : `test depth ${testDepth}`;
}

/** The name of a question in words: `domainCoverage, overlap` → `domain coverage, overlap`. */
export function sayQuestion({ dimension, questionId }: Pick<ReportLoss, 'dimension' | 'questionId'>): string {
  const words = (text: string) => text.replace(/(?<=[a-z])[A-Z]+/g, (found) => ` ${found.toLowerCase()}`);
  return words(nameQuestion(questionId, dimension)) || questionId;
}

/**
 * Keeps the first few of many items in sorted order, and counts the others: an island holds more than anyone reads.
 *
 * @param compare like the argument of `Array.sort`; items that compare as equal stay in the order in which they arrived
 */
export function createFirst<T>(most: number, compare: (a: T, b: T) => number): First<T> {
  const kept: T[] = [];
  let seen = 0;
  return {
    add(item) {
      seen += 1;
      const last = kept.at(-1);
      if (kept.length === most && last !== undefined && compare(item, last) >= 0) return;
      const at = kept.findIndex((known) => compare(item, known) < 0);
      kept.splice(at < 0 ? kept.length : at, 0, item);
      if (kept.length > most) kept.pop();
    },
    items: kept,
    left: () => seen - kept.length,
  };
}

interface First<T> {
  add(item: T): void;
  readonly items: readonly T[];
  /** Number of items that were not kept. */
  left(): number;
}

/** Maximum number of confusions named with a trial. */
const MOST_CONFUSIONS = 3;

/** A trial with its most frequent confusions. */
export function sayReportTrial({ confusion, ...trial }: ReportTrial): string {
  const named = confusion
    .slice(0, MOST_CONFUSIONS)
    .map(({ wanted, chosen, count }) => `${count} × ${chosen} instead of ${wanted ?? 'no tool'}`);
  return [sayTrial(trial), ...named].join('; ');
}

/** `2 errors, 1 warning`; empty without findings. */
export function sayFindings({ findings }: Pick<ReportSummary, 'findings'>): string {
  const counts = Object.entries(findings).filter(([, count]) => count > 0);
  return counts.map(([severity, count]) => `${count} ${severity}${count === 1 ? '' : 's'}`).join(', ');
}
