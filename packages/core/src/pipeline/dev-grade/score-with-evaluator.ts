import { scaleScore } from '../../engine/evaluator/scale-score.js';
import { buildPayloads, buildScores } from '../../engine/protocol-v1/evaluations.js';
import type { Evaluator, ScoreRange } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import type { ProtocolPrompts } from '../../model/protocol-v1.js';
import { problem } from '../../tables/error-codes.js';
import {
  type AskEvaluatorOptions,
  askEvaluator,
  type DatedEvaluation,
  type DatedOutcome,
} from '../ask-evaluator.js';
import { readPackageIdentity } from '../package-identity.js';
import type { ScoreWith } from './close-loop.js';

/** How the prompts are asked; the evaluator is opened, and closed, by the caller. */
export type EvaluatorScoring = Omit<AskEvaluatorOptions, 'payloads' | 'refuse' | 'onOutcome'> & {
  readonly range: ScoreRange;
  /** Named in each payload; null: not. */
  readonly taskModel?: string | null;
  /** What is asked of one prompt set; the prompts themselves unless given. */
  readonly payloadsOf?: typeof buildPayloads;
  readonly now?: () => Date;
};

/**
 * Lets an evaluator score: one call per prompt. A schema is handed on as soon as all of its prompts are answered; one
 * failed call leaves it without scores, and is its problem.
 */
export function scoreWithEvaluator(scoring: EvaluatorScoring): ScoreWith {
  const { range, taskModel = null, payloadsOf = buildPayloads, now = () => new Date(), ...asking } = scoring;
  return async (sets, take) => {
    const { version } = readPackageIdentity();
    const calls = sets.flatMap((prompts) =>
      payloadsOf(prompts, taskModel).map((payload, at) => ({ prompts, payload, at })),
    );
    const answers = new Map<ProtocolPrompts, DatedOutcome[]>();
    await askEvaluator({
      ...asking,
      now,
      payloads: calls.map(({ payload }) => payload),
      refuse: ({ score }) => refuseScore(score, asking.evaluator, range),
      onOutcome(outcome, index) {
        const call = calls[index];
        if (!call) throw new Error(`call ${index} was not made`);
        const { prompts, at } = call;
        const known = answers.get(prompts) ?? [];
        known[at] = outcome;
        answers.set(prompts, known);
        if (known.filter(Boolean).length < prompts.prompts.length) return;
        answers.delete(prompts);
        const { schemaIdSlug, schemaPath } = prompts;
        const split = splitOutcomes(known, schemaPath);
        if ('problems' in split) take({ schemaIdSlug, ...split });
        else {
          const { identity } = asking.evaluator;
          const { evaluations } = split;
          take({
            schemaIdSlug,
            scores: buildScores({ prompts, evaluations, range, identity, version, at: now() }),
          });
        }
      },
    });
  };
}

/** EVR-003: a number that is finite, and none from 1 to 5. */
function refuseScore(score: number, { identity }: Evaluator, range: ScoreRange): Problem | null {
  if (scaleScore(score, 'scale-1-5', range) !== null) return null;
  return problem('EVR-003', undefined, { evaluator: identity.name, found: String(score) });
}

function splitOutcomes(
  outcomes: readonly DatedOutcome[],
  file: string,
): { readonly evaluations: readonly DatedEvaluation[] } | { readonly problems: readonly Problem[] } {
  const problems = outcomes.flatMap((outcome) =>
    'problem' in outcome ? [{ ...outcome.problem, where: { file, ...outcome.problem.where } }] : [],
  );
  if (problems.length > 0) return { problems };
  return {
    evaluations: outcomes.flatMap((outcome) => ('evaluation' in outcome ? [outcome] : [])),
  };
}
