import { type ErrorCode, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { GradingBaselineNode } from '../../spec/baselines.js';
import type { Grade, NodeStatus } from '../../spec/vocabulary.js';
import { sayCertainty } from '../letter-certainty.js';
import { isGraded } from '../roll-up.js';
import { sayScore } from '../score.js';
import { type GateNode, type GatePolicy, isBelow, letterAtBar, lossOf } from './gate-node.js';

/** A node with everything that is used to judge it. */
export interface JudgedNode {
  readonly node: GateNode;
  /** Its entry in the baseline, even if expired. */
  readonly known: GradingBaselineNode | null;
  readonly isExpired: boolean;
  /** Whether the baseline accepts its present state. */
  readonly isAccepted: boolean;
  /** The bar, lowered if the node's tier cannot reach it; null if there is none. */
  readonly bar: Grade | null;
  readonly policy: GatePolicy;
}

/** A reason to fail, as shown in reports; code hosts recognise it by its id. */
export interface GateRule {
  readonly id: `grade-${string}`;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

export interface GateReason extends GateRule {
  /** null if this reason does not apply to the node. */
  readonly find: (judged: JudgedNode) => Problem | null;
}

const DAY = 24 * 60 * 60 * 1000;

/** All reasons to fail. To add a reason, add it here: the exit code and every format will include it. */
export const GATE_REASONS: readonly GateReason[] = [
  {
    id: 'grade-rejected',
    title: 'Rejected by a veto',
    why: 'A veto rejects what it is about, and with it the whole target, whatever the answers say.',
    fix: 'Fix what the veto names and have it graded again: only a full evaluation lifts a veto.',
    find: (judged) => findUngraded('rejected', judged),
  },
  {
    id: 'grade-blocked',
    title: 'Cannot be graded',
    why: 'What has too few working tests, or lacks what its graders need, is not graded.',
    fix: 'Remove the given reason, and emit again.',
    find: (judged) => findUngraded('blocked', judged),
  },
  {
    id: 'grade-pending',
    title: 'Not graded',
    why: 'Without a grade for its content, nobody can tell how good something is.',
    fix: 'Have it graded: flowmcp grading run.',
    find: (judged) => findUngraded('pending', judged),
  },
  {
    id: 'grade-worse',
    title: 'Worse than the baseline',
    why: 'It fell by more than graders differ from one time to the next.',
    fix: 'See where points were lost: flowmcp grading explain.',
    find: findLoss,
  },
  {
    id: 'grade-below-bar',
    title: 'Graded below the bar',
    why: 'Only A and B are stable. Below B, a model will misuse the tool or pass it over.',
    fix: 'See where points were lost, and which answers would lift it: flowmcp grading explain.',
    find: findBelowBar,
  },
  {
    id: 'grade-little-judged',
    title: 'Too little of it is judged',
    why: 'A letter says nothing about questions that apply but that nobody judged.',
    fix: 'Have it graded again, with an answer to every question that applies: flowmcp grading run --scope all --regrade-reason scheduled.',
    find: findLittleJudged,
  },
  {
    id: 'grade-too-old',
    title: 'The grade is too old',
    why: 'APIs change; what was found about one long ago may no longer be true.',
    fix: 'Have all of it graded again: flowmcp grading run --scope all --regrade-reason scheduled.',
    find: findTooOld,
  },
  {
    id: 'grade-mapped',
    title: 'Tested against another origin',
    why: 'What another server answered says nothing about the API that the schema names.',
    fix: 'Test it without --origin-map and have it graded again, or accept it with --allow-mapped.',
    find: findMapped,
  },
];

/** Why a selection fails if its failing members are counted with their namespaces. */
export const WITH_ITS_MEMBERS: GateRule = {
  id: 'grade-members',
  title: 'Members fail',
  why: 'A selection is no better than the schemas it rests on.',
  fix: 'Fix what is reported for the namespaces of these members.',
};

/** Every rule that a report may name. */
export const GATE_RULES: readonly GateRule[] = [...GATE_REASONS, WITH_ITS_MEMBERS];

function findUngraded(wanted: NodeStatus, { node, known, isAccepted }: JudgedNode): Problem | null {
  const { status, reason } = node;
  if (status !== wanted || isAccepted) return null;
  const args = { status, reason: reason ?? status };
  if (status === 'rejected') return problemOf('GAT-001', node, args);
  if (!known || !isGraded(known.status)) return problemOf('GAT-002', node, args);
  return problemOf('GAT-006', node, { ...args, before: shown(known) });
}

/**
 * Reports a loss since the baseline. Even an expired entry is compared: it accepts nothing any more, but its values are
 * still true.
 */
function findLoss({ node, known, policy }: JudgedNode): Problem | null {
  const loss = known && isGraded(node.status) ? lossOf(known, node, policy) : null;
  if (!known || loss === null) return null;
  const args = { before: shown(known), now: shown(node) };
  if (loss === 'letter') return problemOf('GAT-007', node, args);
  // Rounded up, so that a drop above the noise is never shown as equal to it.
  const drop = Math.ceil(Number((loss.drop * 100).toFixed(6))) / 100;
  return problemOf('GAT-003', node, { ...args, drop, noise: policy.noise });
}

function findBelowBar(judged: JudgedNode): Problem | null {
  const { node, known, isExpired, isAccepted, bar } = judged;
  // A node that got worse is reported only by the rule about losses.
  if (isAccepted || !isGraded(node.status) || findLoss(judged)) return null;
  const grade = node.grade ?? '-';
  if (bar === null) {
    const isUncovered = isExpired && node.status !== 'stable';
    return isUncovered ? problemOf('GAT-009', node, { grade, expires: known?.expires ?? '' }) : null;
  }
  if (isBelow(node.grade, bar)) return problemOf('GAT-004', node, { grade, minGrade: bar });
  const { certainty } = node;
  return certainty && isBelow(letterAtBar(node), bar)
    ? problemOf('GATE-030', node, { certainty: sayCertainty(certainty), minGrade: bar })
    : null;
}

function findLittleJudged({ node, known, isAccepted, policy: { minCoverage } }: JudgedNode): Problem | null {
  const { coverage, status } = node;
  if (coverage === null || !isGraded(status) || coverage >= minCoverage) return null;
  // A baseline written by an earlier version records no coverage, and so accepts any.
  if (isAccepted && coverage >= (known?.coverage ?? coverage)) return null;
  return problemOf('GAT-014', node, { coverage: sayScore(coverage), minCoverage });
}

function findTooOld({ node, policy: { maxAgeDays, now } }: JudgedNode): Problem | null {
  if (maxAgeDays === null || node.answeredAt === null || !isGraded(node.status)) return null;
  const days = (now.getTime() - Date.parse(node.answeredAt)) / DAY;
  return days > maxAgeDays ? problemOf('GAT-005', node, { days: Math.ceil(days), maxAge: maxAgeDays }) : null;
}

/**
 * No baseline accepts this: a grade based on answers from another server says nothing about this API, however
 * good it is.
 */
function findMapped({ node, policy }: JudgedNode): Problem | null {
  const isMapped = node.gathered.originMap === true && isGraded(node.status);
  return isMapped && !policy.allowMapped ? problemOf('GAT-015', node) : null;
}

/**
 * Reports how the test results of a target's nodes were gathered, unless that already makes the nodes fail.
 * Nodes whose results were gathered in the same way share one problem.
 */
export function aboutTests(target: string, nodes: readonly GateNode[], policy: GatePolicy): Problem[] {
  const told = new Map<string, string[]>();
  for (const { node, status, tested, gathered } of nodes) {
    const fails = gathered.originMap && !policy.allowMapped && isGraded(status);
    if (tested !== null && !fails) told.set(tested, [...(told.get(tested) ?? []), node]);
  }
  return [...told].map(([tested, names]) => {
    const left = names.length - MOST_NAMED;
    const shownNames = [...names.slice(0, MOST_NAMED), ...(left > 0 ? [`and ${left} more`] : [])];
    return problem('GAT-016', { file: `${target}/index.json` }, { tested, nodes: shownNames.join(', ') });
  });
}

/** Maximum number of nodes named in a message. */
const MOST_NAMED = 6;

/** Builds a problem at a node. */
export function problemOf(
  code: ErrorCode,
  { target, node }: Pick<GateNode, 'target' | 'node'>,
  args: Record<string, string | number> = {},
): Problem {
  return problem(code, { file: `${target}/index.json`, path: node }, { target, node, ...args });
}

/** Formats a node as `stable B (3.87)`. */
export function shown({
  status,
  grade,
  score,
}: {
  readonly status: NodeStatus;
  readonly grade?: string | null;
  readonly score?: number | null;
}): string {
  const digits = score === null || score === undefined ? '' : ` (${sayScore(score)})`;
  return `${status}${grade ? ` ${grade}` : ''}${digits}`;
}
