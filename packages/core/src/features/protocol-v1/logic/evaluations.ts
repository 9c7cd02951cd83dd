import { readSideInfo, scaleScore } from '../../../evaluators/logic/check-evaluation.js';
import {
  buildPayload,
  type Evaluation,
  type EvaluatorIdentity,
  type EvaluatorPayload,
  type ScoreRange,
} from '../../../evaluators/logic/evaluator.js';
import { withAsked } from '../../../evaluators/logic/judge/asked.js';
import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import { schemaPartOf } from './eval-prompts.js';
import type { ProtocolPrompts, ProtocolScore, ProtocolScores } from './protocol-v1.js';

/**
 * The prompts of one schema as payloads for an evaluator: one call each, so that no answer can influence another
 * (Schemas-Spec 22, Grader Implementation Requirements).
 *
 * @returns one per prompt, in the same order
 */
export function buildPayloads(
  { schemaId, schemaIdSlug, prompts }: ProtocolPrompts,
  taskModel: string | null,
): EvaluatorPayload[] {
  return prompts.map(({ dimension, prompt }) =>
    buildPayload({
      candidate: prompt,
      taskModel,
      example: {
        schemaId,
        schemaIdSlug,
        dimension,
        scoreType: 'scale-1-5',
        scoringProtocol: SCORING_PROTOCOL,
      },
    }),
  );
}

/**
 * The payloads for a judge: only the part of the schema that each prompt shows. The judge's objective holds the
 * questions, and its instructions for the answer name the scale.
 */
export function buildJudgePayloads(
  { schemaId, schemaIdSlug, prompts }: ProtocolPrompts,
  taskModel: string | null,
): EvaluatorPayload[] {
  return prompts.map((prompt) =>
    buildPayload({
      candidate: schemaPartOf(prompt),
      taskModel,
      example: { schemaId, schemaIdSlug, dimension: prompt.dimension, scoringProtocol: SCORING_PROTOCOL },
    }),
  );
}

/**
 * Builds scores.json from the answers of an evaluator. With the range `any`, a score outside 1 to 5 stays unchanged and
 * is refused when the scores are consumed; the rest of an answer is kept as evidence.
 *
 * @param evaluations one per prompt, in prompt order, each with the time when it was given
 * @param version of this program, which ran the evaluator
 * @param at when the last of them arrived
 */
export function buildScores({
  prompts,
  evaluations,
  range,
  identity,
  version,
  at,
}: {
  prompts: ProtocolPrompts;
  evaluations: readonly { readonly evaluation: Evaluation; readonly at: string }[];
  range: ScoreRange;
  identity: EvaluatorIdentity;
  version: string;
  at: Date;
}): ProtocolScores {
  const { kind, name, version: skillVersion, harness, model } = identity;
  const timestamp = at.toISOString();
  return {
    schemaIdSlug: prompts.schemaIdSlug,
    scoringProtocol: SCORING_PROTOCOL,
    creator: { skill: name, skillVersion, kind },
    harness: { name: harness, version, ...(model !== undefined && { model }) },
    timestamp,
    scores: prompts.prompts.flatMap(({ dimension }, index): ProtocolScore[] => {
      const given = evaluations[index];
      if (!given) return [];
      const { evaluation } = given;
      const { reasoning, evidence: said } = readSideInfo(evaluation.sideInfo);
      const evidence = withAsked(said, identity, evaluation.sideInfo);
      const scaled = scaleScore(evaluation.score, 'scale-1-5', range);
      return [
        {
          dimension,
          score: typeof scaled === 'number' ? scaled : evaluation.score,
          reasoning: reasoning ?? `${name} gave no reason`,
          ...(evidence !== undefined && { evidence }),
          ...(given.at !== timestamp && { timestamp: given.at }),
        },
      ];
    }),
  };
}
