import type { Evaluation, Evaluator, EvaluatorFailure, Judge } from '../../evaluators/logic/evaluator.js';
import { takeJudgement } from './judgement.js';
import type { CallOrder } from './logic/queued-call.js';

/** The result of a call before it is interpreted for a run. */
export type RawAnswer = { readonly evaluation: Evaluation } | { readonly answer: unknown };

/** Makes one call: in the command itself, or in a worker on its behalf. */
export async function performOrder(
  order: CallOrder,
  evaluator: Evaluator,
  signal?: AbortSignal,
): Promise<RawAnswer | EvaluatorFailure> {
  const given = signal ? { signal } : {};
  if (order.kind === 'score') return evaluator.evaluate(order.payload, given);
  if (!isJudge(evaluator)) throw new Error('only a judge answers a whole prompt');
  const { prompt, outputSchema, judged } = order;
  const refuse = (answer: unknown) => {
    const taken = takeJudgement(judged, answer, evaluator.identity);
    return 'problem' in taken ? taken : null;
  };
  return evaluator.answerPrompt({ prompt, outputSchema }, { refuse, ...given });
}

export function isJudge(evaluator: Evaluator): evaluator is Judge {
  return 'answerPrompt' in evaluator;
}
