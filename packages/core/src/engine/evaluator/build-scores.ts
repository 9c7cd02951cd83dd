import type { EvaluatorIdentity } from '../../model/evaluator.js';
import type { AreaPrompt } from '../../model/prompts.js';
import type { ScoreArea, ScoresFile } from '../../model/scores.js';
import { SCORING_PROTOCOL } from '../../tables/versions.js';

/** Answers to some or all questions of a prompt. */
export type AreaPart = Pick<ScoreArea, 'answers' | 'improvementHints' | 'veto'>;

/** The parts that were answered, as one element of a scores file; null while a question is open. */
export function buildArea(
  { area, subject, schemaHash, persona, questions }: AreaPrompt,
  parts: readonly AreaPart[],
): ScoreArea | null {
  const given = new Map(parts.flatMap(({ answers }) => answers.map((answer) => [answer.questionId, answer])));
  const answers = questions.flatMap(({ questionId }) => given.get(questionId) ?? []);
  if (answers.length < questions.length) return null;
  const veto = parts.find((part) => part.veto)?.veto;
  return {
    area,
    subject,
    schemaHash,
    persona,
    answers,
    improvementHints: parts.flatMap(({ improvementHints }) => improvementHints),
    ...(veto && { veto }),
  };
}

/**
 * The hand-in of an evaluator: who answered and what ran it, as they are (decision D12).
 *
 * @param version of this package: the harness is ours, the evaluator is not
 * @param timestamp of the last answer, so that the same answers make the same bytes
 */
export function buildScores({
  taskId,
  identity,
  version,
  timestamp,
  areas,
}: {
  readonly taskId: string;
  readonly identity: EvaluatorIdentity;
  readonly version: string;
  readonly timestamp: string;
  readonly areas: readonly ScoreArea[];
}): ScoresFile {
  const { kind, name, version: skillVersion, harness, model } = identity;
  return {
    scoringProtocol: SCORING_PROTOCOL,
    taskId,
    creator: { skill: name, skillVersion, session: taskId.slice(-MAX_NAME), kind },
    harness: { name: harness, version, ...(model !== undefined && { model }) },
    timestamp,
    areas: [...areas],
  };
}

/** Longest name a scores file may hold. */
const MAX_NAME = 256;
