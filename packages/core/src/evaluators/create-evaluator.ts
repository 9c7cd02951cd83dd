import type { Evaluator, EvaluatorSpec } from './logic/evaluator.js';

/**
 * Creates an evaluator from its description; loads only the code for its kind.
 *
 * @returns an evaluator that was not tried out, see preflight; close it after the last call
 */
export async function createEvaluator(spec: EvaluatorSpec): Promise<Evaluator> {
  switch (spec.kind) {
    case 'command':
      return (await import('./command.js')).createCommandEvaluator(spec);
    case 'http':
      return (await import('./http.js')).createHttpEvaluator(spec);
    case 'judge':
      return (await import('./judge.js')).createJudge(spec);
  }
}
