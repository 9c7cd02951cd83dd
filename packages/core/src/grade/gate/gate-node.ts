import type { GradingBaselineNode } from '../../spec/baselines.js';
import type { GradingRules } from '../../spec/books/book.js';
import { ownGrading } from '../../spec/books/registered.js';
import type { Gathered } from '../../spec/gathered.js';
import type { NamedRules } from '../../spec/index-file.js';
import type { Grade, NodeStatus, Tier } from '../../spec/vocabulary.js';
import { bandOf, worseOf } from '../grade.js';
import { countedLetter, type LetterCertainty } from '../letter-certainty.js';
import { isGrade, isGraded } from '../roll-up.js';

/** The facts about a node that a gate uses. */
export interface GateNode {
  /** `providers/<namespace>` or `selections/<selection>`. */
  readonly target: string;
  readonly node: string;
  /** Tier of the target; for a member, that of the member's namespace. */
  readonly tier: Tier;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly score: number | null;
  /** Share of the applicable grader questions that were judged; null for a node that is not judged itself. */
  readonly coverage: number | null;
  /** Time of the oldest answer behind the grade, in ISO 8601; null if there is none, or if no option needs it. */
  readonly answeredAt: string | null;
  readonly reason: string | null;
  /** Rules of its entry; absent if they are the island's. */
  readonly rules?: NamedRules | undefined;
  /** How certain a judge's letter is; absent if its entry does not show it. */
  readonly certainty?: LetterCertainty | undefined;
  /** How the tests behind the node's grade differed from plain calls. */
  readonly gathered: Gathered;
  /** `gathered` in words, or a note that it was not recorded; null if the tests did not differ. */
  readonly tested: string | null;
  /** Tools and aggregate of a member's schema, as nodes of its namespace; absent for any other node. */
  readonly parts?: readonly GateNode[];
}

export interface GatePolicy {
  /** null: no bar. */
  readonly minGrade: Grade | null;
  /** Minimum share of the applicable questions that must be judged; with 0, any share is enough. */
  readonly minCoverage: number;
  /** null: grades do not age. */
  readonly maxAgeDays: number | null;
  /** How far a score may drop below its baseline before the drop counts: graders differ that much between runs. */
  readonly noise: number;
  /** Whether tests against another origin count like any other tests. */
  readonly allowMapped: boolean;
  readonly now: Date;
  /** That of the island. */
  readonly grading: GradingRules;
}

/** Looks up a node's entry in a baseline. */
export type EntryFor = (node: Pick<GateNode, 'target' | 'node'>) => GradingBaselineNode | null;

/** Checks whether an entry has expired; on its last day, it still accepts its node. */
export function hasExpired({ expires }: GradingBaselineNode, now: Date): boolean {
  return expires !== undefined && now.toISOString().slice(0, 10) > expires;
}

/**
 * Whether an entry that has not expired accepts the present state of a node. A graded node must have been graded when
 * the entry was written, and must not have become worse. Any other node must still have the status in the entry; a veto
 * also needs a written reason and a last day.
 */
export function acceptsNode(
  known: GradingBaselineNode,
  node: GateNode,
  policy: Pick<GatePolicy, 'noise' | 'grading'>,
): boolean {
  if (isGraded(node.status)) return isGraded(known.status) && lossOf(known, node, policy) === null;
  return known.status === node.status && (node.status !== 'rejected' || isReasoned(known));
}

/** Whether the baseline entry has the reason and the last day that accepting a veto requires. */
export function isReasoned({ reason, expires }: GradingBaselineNode): boolean {
  return reason !== undefined && expires !== undefined;
}

/**
 * What a graded node has lost since its baseline entry: a drop in score greater than the noise between
 * graders, or a letter, if noise does not explain that loss.
 */
type Loss = { readonly drop: number } | 'letter';

/** @returns null if it lost nothing, or no more than the noise */
export function lossOf(
  known: GradingBaselineNode,
  node: GateNode,
  { noise, grading }: Pick<GatePolicy, 'noise' | 'grading'>,
): Loss | null {
  if (!isGraded(known.status)) return null;
  const drop = dropOf(known, node);
  if (drop !== null && drop > noise) return { drop };
  return hasLostLetter(known, node, drop !== null ? ownGrading(node, grading) : null) ? 'letter' : null;
}

/**
 * Whether a node has lost a letter. One lost to a small drop in the score is noise and does not count; one lost to a
 * cap, or without scores to compare, does.
 *
 * @param comparable decides what a score is worth; null if the scores cannot be compared
 */
function hasLostLetter(
  { grade: before, status }: GradingBaselineNode,
  { grade, score, tier, status: now }: GateNode,
  comparable: GradingRules | null,
): boolean {
  if (!isGrade(before) || !isGrade(grade)) return status === 'stable' && now === 'graded';
  if (!isWorse(grade, before)) return false;
  return (
    comparable === null ||
    score === null ||
    isWorse(grade, worseOf(bandOf(score, comparable), comparable.maxGrade[tier]))
  );
}

function isWorse(grade: Grade, than: Grade): boolean {
  return grade !== than && worseOf(grade, than) === grade;
}

/** How far the score fell; null if the two scores cannot be compared. */
function dropOf({ score: before }: GradingBaselineNode, { score }: GateNode): number | null {
  if (score === null || before === undefined) return null;
  // 4.1 − 3.9 is 0.19999999999999973: rounding removes the error of the subtraction.
  return Number((before - score).toFixed(9));
}

/** The letter that a bar is held against: of an undecided one, the worse of the two likeliest. */
export function letterAtBar({ grade, certainty }: Pick<GateNode, 'grade' | 'certainty'>): string | null {
  return certainty && isGrade(grade) ? worseOf(grade, countedLetter(certainty)) : grade;
}

/** Whether a grade is worse than the bar. */
export function isBelow(grade: string | null, bar: Grade | null): boolean {
  return bar !== null && isGrade(grade) && isWorse(grade, bar);
}
