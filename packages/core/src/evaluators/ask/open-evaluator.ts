import type { Problem } from '../../problems/problem.js';
import {
  buildPayload,
  type EvaluationOutcome,
  type Evaluator,
  type EvaluatorSpec,
  PREFLIGHT_CANDIDATE,
} from '../logic/evaluator.js';
import { askEach } from './ask-each.js';
import { createCallGate } from './call-gate.js';
import { CallMeter } from './call-meter.js';

/**
 * Creates an evaluator from its description; loads only the code for its kind.
 *
 * @returns an evaluator that has not been tried out (see preflight); close it after the last call
 */
export async function createEvaluator(spec: EvaluatorSpec): Promise<Evaluator> {
  switch (spec.kind) {
    case 'command':
      return (await import('../command.js')).createCommandEvaluator(spec);
    case 'http':
      return (await import('../http.js')).createHttpEvaluator(spec);
    case 'judge':
      return (await import('../judge.js')).createJudge(spec);
  }
}

/**
 * The preflight of a command. If the host reports that it is busy (429, 503), the preflight waits, as every other call
 * does: the host will soon answer, and there is nothing for the user to fix. Any other failure is reported immediately.
 *
 * @param given.meter counts the trial call
 * @returns the same as `preflight`
 * @throws the signal's abort reason if it is aborted before there is an answer
 */
export function tryOut(
  evaluator: Evaluator,
  {
    meter = new CallMeter(),
    ...given
  }: NonNullable<Parameters<typeof preflight>[1]> & { readonly meter?: CallMeter },
): Promise<Problem | null> {
  const patient: Evaluator['evaluate'] = async (payload, { signal }) => {
    const outcomes: EvaluationOutcome[] = [];
    await askEach({
      items: [payload],
      ask: (item, options) => evaluator.evaluate(item, { ...options, onTokens: meter.countTokens }),
      gate: createCallGate({ concurrency: 1, meter }),
      retries: 0,
      signal,
      onOutcome: (_, outcome) => void outcomes.push(outcome),
    });
    const [outcome] = outcomes;
    if (outcome === undefined) throw new Error('the trial call has no outcome');
    return outcome;
  };
  return preflight({ check: () => evaluator.check(), evaluate: patient }, given);
}

/**
 * Checks whether an evaluator can be used before anything depends on it: first without a call, then with one real call
 * that is checked like any other.
 *
 * @param example the first record of a dataset, which an evaluator may need
 * @returns what the user has to fix first; null: the evaluator answered with a score
 */
export async function preflight(
  evaluator: Pick<Evaluator, 'check' | 'evaluate'>,
  {
    example = null,
    taskModel = null,
    signal,
  }: {
    readonly example?: Readonly<Record<string, unknown>> | null;
    readonly taskModel?: string | null;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Problem | null> {
  const seen = await evaluator.check();
  if (seen) return seen;
  const payload = buildPayload({ candidate: PREFLIGHT_CANDIDATE, example, taskModel });
  const outcome = await evaluator.evaluate(payload, signal ? { signal } : {});
  return 'problem' in outcome ? outcome.problem : null;
}
