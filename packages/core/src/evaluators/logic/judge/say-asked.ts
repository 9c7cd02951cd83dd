import { isRecord } from '../../../values/is-record.js';
import type { EvaluatorIdentity } from '../evaluator.js';

type Evidence = string | Readonly<Record<string, unknown>>;

/**
 * Adds to the evidence of a judge's answer, under `judge`, how the judge was asked: how many samples, and the origin if
 * that is not its provider's. Answers of other evaluators stay unchanged.
 */
export function withAsked(
  evidence: Evidence | undefined,
  { asked }: Pick<EvaluatorIdentity, 'asked'>,
): Evidence | undefined {
  if (!asked) return evidence;
  const given = typeof evidence === 'string' ? { text: evidence } : evidence;
  return { ...given, judge: asked };
}

/** The origin at which a judge was asked for an answer; null if its evidence names none. */
export function askedAt(evidence: unknown): string | null {
  const judge = isRecord(evidence) ? evidence.judge : undefined;
  return isRecord(judge) && typeof judge.askedAt === 'string' ? judge.askedAt : null;
}
