import { type AreaPart, buildScores } from '../../evaluators/logic/evaluated-scores.js';
import type {
  CallOptions,
  Evaluation,
  Evaluator,
  EvaluatorFailure,
  EvaluatorIdentity,
  Judge,
} from '../../evaluators/logic/evaluator.js';
import { checkScores } from '../../grade/entry/check-scores.js';
import { parseScores } from '../../grade/entry/parse-scores.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { CallOrder, JudgedPrompt } from './logic/queued-call.js';

/** The result of a call before it is interpreted for a run. */
export type RawAnswer = { readonly evaluation: Evaluation } | { readonly answer: unknown };

/** Makes one call, either in the command itself or in a worker on its behalf. */
export async function performOrder(
  order: CallOrder,
  evaluator: Evaluator,
  options: CallOptions,
): Promise<RawAnswer | EvaluatorFailure> {
  if (order.kind === 'score') return evaluator.evaluate(order.payload, options);
  if (!isJudge(evaluator)) throw new Error('only a judge answers a whole prompt');
  const { prompt, outputSchema, judged } = order;
  const refuse = (answer: unknown) => {
    const taken = takeJudgement(judged, answer, evaluator.identity);
    return 'problem' in taken ? taken : null;
  };
  return evaluator.answerPrompt({ prompt, outputSchema }, { refuse, ...options });
}

export function isJudge(evaluator: Evaluator): evaluator is Judge {
  return 'answerPrompt' in evaluator;
}

export type CallOutcome = { readonly part: AreaPart } | EvaluatorFailure;

const PARTS = ['answers', 'improvementHints', 'veto'];

/**
 * Checks a judge's answer to a whole prompt as the hand-in would: an answer that would be refused there does not count.
 * The area, subject, hash and persona are already known, so those that the answer gives are ignored.
 *
 * @returns EVR-004 if the answer would be refused; a retry may help
 */
export function takeJudgement(
  { area, subject, schemaHash, persona, state }: JudgedPrompt,
  answer: unknown,
  identity: EvaluatorIdentity,
): CallOutcome {
  const handed = { area, subject, schemaHash, persona, ...partsOf(answer) };
  const frame = buildScores({
    taskId: state.taskId,
    identity,
    version: '1',
    timestamp: state.createdAt,
    areas: [],
  });
  const parsed = parseScores(JSON.stringify({ ...frame, areas: [handed] }));
  const checked = parsed.readable
    ? checkScores({
        scores: parsed.readable,
        state,
        currentHash: (one) => one.schemaHash,
        vetoedAt: () => null,
        allowMissing: false,
        now: null,
      }).problems
    : [];
  const [first] = [...parsed.problems, ...checked];
  const [given] = parsed.scores?.areas ?? [];
  if (!first && given) {
    const { answers, improvementHints, veto } = given;
    return { part: { answers, improvementHints, ...(veto && { veto }) } };
  }
  const place = first?.where?.path?.replace(/^\/areas\/0/, '') ?? '';
  const reason = first ? `${describeProblem(first).message}${place ? ` [${place}]` : ''}` : 'it is empty';
  return { problem: problem('EVR-004', undefined, { evaluator: identity.name, reason }), retry: true };
}

function partsOf(answer: unknown): Record<string, unknown> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return { answers: answer };
  return Object.fromEntries(Object.entries(answer).filter(([key]) => PARTS.includes(key)));
}
