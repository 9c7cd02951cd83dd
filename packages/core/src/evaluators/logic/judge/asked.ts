import { isRecord } from '../../../values/is-record.js';
import type { EvaluatorIdentity } from '../evaluator.js';

/** What a request to a judge's model may have to do without, because the model does not take it. */
export const LEFT_OUT = ['temperature', 'json_schema', 'json_object'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

type Evidence = string | Readonly<Record<string, unknown>>;

/**
 * Adds a member `judge` to the evidence of a judge's answer. It records how the judge was asked: the number of samples,
 * the origin if that is not its provider's, and what was left out. The evidence of other evaluators stays unchanged.
 *
 * @param noted where {@link noteLeftOut} left its note; by default the evidence
 */
export function withAsked(
  evidence: Evidence | undefined,
  { asked }: Pick<EvaluatorIdentity, 'asked'>,
  noted: unknown = evidence,
): Evidence | undefined {
  if (!asked) return evidence;
  const leftOut = leftOutOf(noted);
  return withJudge(evidence, { ...asked, ...(leftOut.length > 0 && { leftOut }) });
}

/** Notes in the side information of a judgement what the request left out. */
export function noteInJudgement<T extends { readonly sideInfo: Readonly<Record<string, unknown>> }>(
  judgement: T,
  leftOut: readonly LeftOut[],
): T {
  if (leftOut.length === 0) return judgement;
  return { ...judgement, sideInfo: { ...judgement.sideInfo, judge: { leftOut } } };
}

/**
 * Notes in each answer to an area prompt what the request left out. A note that the model wrote itself is dropped, and so
 * are samples that it claims.
 */
export function noteLeftOut(answer: unknown, leftOut: readonly LeftOut[]): unknown {
  if (!isRecord(answer) || !Array.isArray(answer.answers)) return answer;
  return { ...answer, answers: answer.answers.map((one) => (isRecord(one) ? noteIn(one, leftOut) : one)) };
}

function noteIn(answer: Readonly<Record<string, unknown>>, leftOut: readonly LeftOut[]) {
  const { evidence, ...others } = answer;
  if (evidence !== undefined && typeof evidence !== 'string' && !isRecord(evidence)) return answer;
  const own = typeof evidence === 'string' ? evidence : withoutNotes(evidence);
  const noted = leftOut.length > 0 ? withJudge(own, { leftOut }) : own;
  return noted === undefined ? others : { ...others, evidence: noted };
}

function withoutNotes(evidence: Readonly<Record<string, unknown>> | undefined) {
  const { judge: _, samples: __, ...own } = evidence ?? {};
  return evidence && own;
}

function withJudge(evidence: Evidence | undefined, judge: Readonly<Record<string, unknown>>): Evidence {
  const given = typeof evidence === 'string' ? { text: evidence } : evidence;
  return { ...given, judge };
}

/** The origin at which a judge was asked for an answer; null if its evidence names none. */
export function askedAt(evidence: unknown): string | null {
  const origin = judgeOf(evidence)?.askedAt;
  return typeof origin === 'string' ? origin : null;
}

/** What a judge's model was asked without, by the evidence of its answer. */
export function leftOutOf(evidence: unknown): readonly LeftOut[] {
  const noted = judgeOf(evidence)?.leftOut;
  return Array.isArray(noted) ? LEFT_OUT.filter((option) => noted.includes(option)) : [];
}

/** How a judge was asked, in words: where, if not at its provider's address, and without what. */
export function describeAsked(evidence: unknown): string[] {
  const [origin, leftOut] = [askedAt(evidence), leftOutOf(evidence)];
  return [
    ...(origin === null ? [] : [`asked at ${origin}`]),
    ...(leftOut.length === 0 ? [] : [`asked without ${leftOut.join(', ')}`]),
  ];
}

function judgeOf(evidence: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(evidence) && isRecord(evidence.judge) ? evidence.judge : null;
}
