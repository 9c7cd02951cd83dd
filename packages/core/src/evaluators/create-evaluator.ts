import type { Evaluator, EvaluatorSpec } from './logic/evaluator.js';

/**
 * Makes an evaluator of its description; only what this kind needs is loaded.
 *
 * @returns an evaluator that has not been asked yet: see preflight; close it when all is asked
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
