import type { PromptsFile } from '../../src/spec/prompts.js';
import type { ScoreAnswer, ScoresFile } from '../../src/spec/scores.js';

type Area = ScoresFile['areas'][number];

/** The payload skeleton with every question answered: `score` on the scale, pass for yes-or-no questions. */
export function fillScores(
  prompts: PromptsFile,
  {
    score = 5,
    answer = (given) => given,
    areas = (given) => given,
    at = '2026-03-01T11:00:00Z',
  }: {
    score?: number;
    answer?: (given: ScoreAnswer, area: Area) => ScoreAnswer;
    areas?: (given: Area[]) => Area[];
    at?: string;
  } = {},
): ScoresFile {
  const skeleton = prompts.payloadSkeleton as unknown as ScoresFile;
  const types = new Map(
    prompts.prompts.flatMap(({ questions }) => questions.map((one) => [one.questionId, one.scoreType])),
  );
  return {
    ...skeleton,
    creator: { skill: 'test-grader', skillVersion: '1.0.0', kind: 'script' },
    harness: { name: 'case-grader', version: '1.0.0' },
    timestamp: at,
    areas: areas(
      skeleton.areas.map((area) => ({
        ...area,
        answers: area.answers.map(({ questionId }) =>
          answer(
            {
              questionId,
              score: types.get(questionId) === 'boolean' ? 'pass' : score,
              reasoning: `about ${questionId}`,
            },
            area,
          ),
        ),
      })),
    ),
  };
}

/** Answers everything with n/a. */
export const notApplicable = ({ questionId }: ScoreAnswer): ScoreAnswer => ({
  questionId,
  score: 'n/a',
  naReason: 'requires-private-data',
  reasoning: 'nothing can be said',
});
