import type { GradingBaselineNode } from '../../spec/grading-baseline.js';
import { gradingSystem } from '../../spec/grading-system-1.0.0.js';
import type { Grade } from '../../spec/vocabulary.js';
import { bandOf, worseOf } from '../grade.js';
import { isGrade, isGraded } from '../roll-up.js';
import type { GateNode, GatePolicy } from './gate-node.js';

/** The last day itself is still accepted. */
export function hasExpired({ expires }: GradingBaselineNode, now: Date): boolean {
  return expires !== undefined && now.toISOString().slice(0, 10) > expires;
}

/**
 * Does an entry whose day has not passed accept a node as it is? Exactly the status it was written for; of a graded one a
 * grade that got no worse; a veto only where somebody wrote down why, and until when.
 */
export function acceptsNode(
  known: GradingBaselineNode,
  node: GateNode,
  policy: Pick<GatePolicy, 'noise'>,
): boolean {
  if (isGraded(node.status)) return isGraded(known.status) && lossOf(known, node, policy) === null;
  return known.status === node.status && (node.status !== 'rejected' || isReasoned(known));
}

/** Has it both of what a veto is accepted with? */
export function isReasoned({ reason, expires }: GradingBaselineNode): boolean {
  return reason !== undefined && expires !== undefined;
}

/** What a graded node lost since its entry: more points than graders differ by, or its letter and not by that. */
export type Loss = { readonly drop: number } | 'letter';

/** @returns null where it lost nothing, or no more than the noise */
export function lossOf(
  known: GradingBaselineNode,
  node: GateNode,
  { noise }: Pick<GatePolicy, 'noise'>,
): Loss | null {
  if (!isGraded(known.status)) return null;
  const drop = dropOf(known, node);
  if (drop !== null && drop > noise) return { drop };
  return hasLostLetter(known, node, drop !== null) ? 'letter' : null;
}

/** A letter that a smaller score would have cost is noise; one that a cap took is none, nor one without a score. */
function hasLostLetter(
  { grade: before, status }: GradingBaselineNode,
  { grade, score, tier, status: now }: GateNode,
  isComparable: boolean,
): boolean {
  if (!isGrade(before) || !isGrade(grade)) return status === 'stable' && now === 'graded';
  if (!isWorse(grade, before)) return false;
  return (
    !isComparable || score === null || isWorse(grade, worseOf(bandOf(score), gradingSystem.maxGrade[tier]))
  );
}

function isWorse(grade: Grade, than: Grade): boolean {
  return grade !== than && worseOf(grade, than) === grade;
}

/** By how much the score fell since; null where the two can not be compared. */
function dropOf({ score: before }: GradingBaselineNode, { score }: GateNode): number | null {
  if (score === null || before === undefined) return null;
  // 4.1 − 3.9 is 0.19999999999999973: what nobody wrote is no drop.
  return Number((before - score).toFixed(9));
}

/** Is a grade worse than the bar? */
export function isBelow(grade: string | null, bar: Grade | null): boolean {
  return bar !== null && isGrade(grade) && isWorse(grade, bar);
}
