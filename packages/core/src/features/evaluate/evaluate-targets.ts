import { TOKEN_RULE } from '../../evaluators/logic/estimate.js';
import type { EvaluatedTarget, EvaluateOptions, EvaluateResult } from '../../evaluators/options.js';
import { withLock } from '../../island/lock.js';
import { describeProblem, fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isInShard } from '../../target/logic/shard.js';
import type { Target } from '../../target/logic/target.js';
import { eachTarget, resolveTargets } from '../../target/targets.js';
import { withEvaluator } from './asking.js';
import { distinctProblems } from './distinct-problems.js';
import { evaluateRun } from './evaluate-run.js';
import { readOpenRun } from './open-run.js';

/**
 * Stage 2 without an agent: an evaluator answers the prompts of the open runs. Its answers are stored, so that the same
 * command continues after an interruption; a failed question has no score, and the others continue.
 *
 * @returns for each target what was asked and answered; a failing target does not affect the others
 * @throws GradingError of the preflight
 * @see design/evaluators, grading evaluate
 */
export async function evaluateTargets(options: EvaluateOptions): Promise<EvaluateResult> {
  const { island, targets, all = false, dryRun = false, shard = null, now = island.now } = options;
  const resolved = await resolveTargets(island, targets, { all });
  const errors: Problem[] = [...resolved.problems];
  const isOwn = (target: Target) => isInShard(target.folder, shard);
  const results = await withEvaluator(options, (asking) =>
    eachTarget(onePerFolder(resolved.targets).filter(isOwn), errors, async (target) => {
      const command = 'grading evaluate';
      return withLock({ island, target: target.folder, command }, async () => {
        const run = readOpenRun(island, target, now());
        // With all targets, only those that wait for answers are meant.
        if (!run && all) return [];
        if (!run) throw fatal('EVR-001', undefined, { target: target.name });
        const { result } = await evaluateRun({ island, run, asking, dryRun });
        errors.push(...unscoredProblems(result));
        return [result];
      });
    }),
  );
  return {
    status: errors.length === 0,
    stage: 2,
    dryRun,
    tokenRule: TOKEN_RULE,
    results: results.flat(),
    // An unusable evaluator fails for every target alike.
    errors: distinctProblems(errors),
  };
}

/** EVR-002 if anything has no score. */
export function unscoredProblems({ target, unit, total, unscored }: EvaluatedTarget): Problem[] {
  const [first] = unscored;
  if (!first) return [];
  const { message: reason } = describeProblem(first.problem);
  const name = [first.prompt, first.question].filter(Boolean).join(' ');
  const args = { missing: unscored.length, total, what: `${unit}s`, target, first: name, reason };
  return [problem('EVR-002', undefined, args)];
}

/** Parts of one namespace share its run. */
function onePerFolder(targets: readonly Target[]): Target[] {
  return [...new Map([...targets].reverse().map((target) => [target.folder, target])).values()].reverse();
}
