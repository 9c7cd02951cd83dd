import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Island } from '../island/island.js';
import { GradingError, type Problem } from '../problems/problem.js';
import type { Target } from './logic/target.js';
import { resolveTargets } from './targets.js';

/**
 * Runs an operation for each target in turn. A target with a problem does not affect the others; any other exception is
 * a bug and ends all of them.
 *
 * @param errors receives the problems of failed targets
 * @returns the results of the others, in their order
 */
export async function eachTarget<T, R>(
  targets: readonly T[],
  errors: Problem[],
  work: (target: T, at: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [at, target] of targets.entries()) {
    // Reading is synchronous: without a pause, no signal would be handled before the last target.
    if (at > 0) await nextTurn();
    try {
      results.push(await work(target, at));
    } catch (error) {
      if (!(error instanceof GradingError)) throw error;
      errors.push(error.problem);
    }
  }
  return results;
}

export interface NamedTargets {
  readonly island: Island;
  /** As a user types them. */
  readonly targets: readonly string[];
  /** All targets of the island, whatever is named. */
  readonly all?: boolean;
}

/** The same for targets named by a user, with results as use cases return them. */
export async function eachNamedTarget<R>(
  { island, targets, all = false }: NamedTargets,
  work: (target: Target) => R | Promise<R>,
): Promise<{ readonly status: boolean; readonly results: R[]; readonly errors: readonly Problem[] }> {
  const resolved = await resolveTargets(island, targets, { all });
  const errors: Problem[] = [...resolved.problems];
  const results = await eachTarget(resolved.targets, errors, work);
  return { status: errors.length === 0, results, errors };
}
