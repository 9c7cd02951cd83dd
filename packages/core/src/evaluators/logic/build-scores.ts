import type { AreaPrompt } from '../../spec/prompts.js';
import type { ScoreArea, ScoresFile } from '../../spec/scores.js';
import { SCORING_PROTOCOL } from '../../spec/versions.js';
import type { EvaluatorIdentity } from './evaluator.js';

/** Answers to some or all questions of a prompt. */
export type AreaPart = Pick<ScoreArea, 'answers' | 'improvementHints' | 'veto'>;

/** An answer with the time it was given. */
export interface DatedPart {
  readonly at: string;
  readonly part: AreaPart;
}

/**
 * Joins the answered parts to one element of a scores file, each answer with the time it was given; null while a
 * question is open. A time inside a part itself does not count.
 */
export function buildArea(
  { area, subject, schemaHash, persona, questions }: AreaPrompt,
  parts: readonly DatedPart[],
): ScoreArea | null {
  const given = new Map(
    parts.flatMap(({ at, part }) =>
      part.answers.map((answer) => [answer.questionId, { ...answer, timestamp: at }]),
    ),
  );
  const answers = questions.flatMap(({ questionId }) => given.get(questionId) ?? []);
  if (answers.length < questions.length) return null;
  const [veto] = parts.flatMap(({ at, part }) => (part.veto ? [{ ...part.veto, timestamp: at }] : []));
  return {
    area,
    subject,
    schemaHash,
    persona,
    answers,
    improvementHints: parts.flatMap(({ part }) => part.improvementHints),
    ...(veto && { veto }),
  };
}

/**
 * Builds the hand-in of an evaluator, naming the real grader and harness (decision D12).
 *
 * @param version of this package: the harness is ours, the evaluator is not
 * @param timestamp of the last answer, so that equal answers give equal bytes; answers of that time do not repeat it
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
    areas: areas.map((area) => withoutTime(area, timestamp)),
  };
}

function withoutTime({ answers, veto, ...area }: ScoreArea, time: string): ScoreArea {
  const without = <T extends { timestamp?: string | undefined }>({ timestamp, ...rest }: T) =>
    timestamp === undefined || timestamp === time ? rest : { ...rest, timestamp };
  return { ...area, answers: answers.map(without), ...(veto && { veto: without(veto) }) };
}

/** Longest name that a scores file may contain. */
const MAX_NAME = 256;
