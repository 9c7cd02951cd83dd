import { isRecord } from '../../../values/is-record.js';
import type { EvaluatorIdentity } from '../evaluator.js';

type Evidence = string | Readonly<Record<string, unknown>>;

/**
 * The evidence of a judge's answer, with how the judge was asked under `judge`: how often, and at which origin where that
 * is not its provider's. The answers of others stay as they are.
 */
export function withAsked(
  evidence: Evidence | undefined,
  { asked }: Pick<EvaluatorIdentity, 'asked'>,
): Evidence | undefined {
  if (!asked) return evidence;
  const given = typeof evidence === 'string' ? { text: evidence } : evidence;
  return { ...given, judge: asked };
}

/** The origin at which the judge was asked that gave an answer; null where its evidence names none. */
export function askedAt(evidence: unknown): string | null {
  const judge = isRecord(evidence) ? evidence.judge : undefined;
  return isRecord(judge) && typeof judge.askedAt === 'string' ? judge.askedAt : null;
}
