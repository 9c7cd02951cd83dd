import type { AreaPrompt } from '../../../spec/prompts.js';
import { SCORING_PROTOCOL } from '../../../spec/versions.js';

export interface PayloadSkeletonInput {
  readonly taskId: string;
  readonly prompts: readonly Pick<AreaPrompt, 'area' | 'subject' | 'schemaHash' | 'persona' | 'questions'>[];
}

/**
 * A scores.json with every known value filled in. Values that the grader has to add are null, or "" for reasoning; a
 * hand-in that leaves them unchanged is refused.
 */
export function buildPayloadSkeleton({ taskId, prompts }: PayloadSkeletonInput): Record<string, unknown> {
  return {
    scoringProtocol: SCORING_PROTOCOL,
    taskId,
    creator: { skill: null, skillVersion: null },
    harness: { name: null, version: null, model: null },
    timestamp: null,
    areas: prompts.map(({ area, subject, schemaHash, persona, questions }) => ({
      area,
      subject,
      schemaHash,
      persona,
      answers: questions.map(({ questionId }) => ({ questionId, score: null, reasoning: '' })),
      improvementHints: [],
    })),
  };
}
