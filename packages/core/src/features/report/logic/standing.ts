import type { GradeMark } from '../../../documents/grade-colours.js';
import type { GateRule } from '../../../grade/gate/reasons.js';
import { sayScore } from '../../../grade/score.js';
import { GRADES } from '../../../spec/vocabulary.js';
import type { ReportLoss, ReportNode, ReportTarget } from './grading-report.js';
import { isGradedItself } from './tally.js';

/** From the worst grade to the best; what has none can not be trusted, and so stands before what is good. */
const ORDER = ['REJECTED', 'F', 'D', 'C', null, 'B', 'A'];

/** The worse the lower. */
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

/** A grade in a word or a letter. */
export function sayGrade(grade: string | null): string {
  return grade === null ? 'no grade' : grade === 'REJECTED' ? 'rejected' : grade;
}

/** Does it fail the gate? */
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

/** The worst first; what is alike, in the order of the names. */
export function byStanding(a: Standing, b: Standing): number {
  const apart = rankOf(a.node.grade) - rankOf(b.node.grade);
  return apart === 0 ? (a.node.score ?? 0) - (b.node.score ?? 0) : apart;
}

/** Counts of a target, its nodes that stand on others left out. */
export function countTarget({ nodes, findings, gate }: ReportTarget) {
  const own = nodes.filter(isGradedItself);
  const having = (...statuses: readonly ReportNode['status'][]) =>
    own.filter(({ status }) => statuses.includes(status)).length;
  return {
    nodes: own.length,
    stable: having('stable'),
    below: having('graded', 'rejected'),
    rejected: having('rejected'),
    blocked: having('blocked'),
    failed: gate.failed,
    pending: having('pending'),
    findings: findings.length + nodes.reduce((sum, node) => sum + node.findings.length, 0),
  };
}

/** What a node below the bar lost says more than that it is. */
const BELOW_BAR: GateRule['id'] = 'grade-below-bar';

/** Why a node stands where it stands, in a line; empty where there is nothing to say. */
export function whyOf({ status, reason, veto, losses, contradiction, failures }: ReportNode): string {
  if (contradiction !== null) return `its newest tests do not bear it out: ${contradiction}`;
  if (status === 'rejected') return veto ? `${veto.triggeredBy}: ${veto.evidence}` : (reason ?? 'rejected');
  if (status === 'blocked' || status === 'pending') return reason ?? status;
  const beside = failures.find(({ rule }) => rule !== BELOW_BAR);
  if (beside) return beside.message;
  const [worst] = losses;
  if (!worst) return failures[0]?.message ?? '';
  return [sayDimension(worst), worst.reasoning ?? `${worst.score}`].join(': ');
}

/** How much of it was judged; empty where all was. */
export function sayCoverage({ coverage }: Pick<ReportNode, 'coverage'>): string {
  return coverage === null || coverage === 1 ? '' : `coverage ${sayScore(coverage)}`;
}

/** As whom a selection is read; empty where nobody says so. */
export function sayReader({ persona }: Pick<ReportTarget, 'persona'>): string {
  return persona === null ? '' : `read as ${persona}`;
}

/** Where its judges were asked, if not at their providers' addresses; empty otherwise. */
export function sayAsked({ askedAt = [] }: ReportNode): string {
  return askedAt.length === 0 ? '' : `asked at ${askedAt.join(', ')}`;
}

/** What sets its tests apart; empty where a failure says it already. */
export function sayTests({ tested = '', failures }: ReportNode): string {
  const mapped: GateRule['id'] = 'grade-mapped';
  return failures.some(({ rule }) => rule === mapped) ? '' : tested;
}

/** What a question is about: `outputSchemaMatch` → `output schema match`. */
export function sayDimension({
  dimension,
  questionId,
}: Pick<ReportLoss, 'dimension' | 'questionId'>): string {
  return dimension?.replace(/[A-Z]+/g, (found) => ` ${found.toLowerCase()}`) ?? questionId;
}
