import { preflight } from '../../adapters/evaluators/preflight.js';
import type { EvaluationOutcome, Evaluator } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import { askEach } from './ask-each.js';
import { createCallGate } from './call-gate.js';

/**
 * The preflight of a command. A host that says it is busy (429, 503) is waited for as in every other call: it would be
 * answered in a moment, and nothing is to be mended. Any other failure is told at once.
 *
 * @returns as `preflight`
 * @throws the reason of the signal, when that is aborted before there is an answer
 */
export function tryOut(
  evaluator: Evaluator,
  given: NonNullable<Parameters<typeof preflight>[1]>,
): Promise<Problem | null> {
  const patient: Evaluator['evaluate'] = async (payload, { signal }) => {
    const outcomes: EvaluationOutcome[] = [];
    await askEach({
      items: [payload],
      ask: (item, options) => evaluator.evaluate(item, options),
      gate: createCallGate({ concurrency: 1 }),
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
