import { readFileSync, writeFileSync } from 'node:fs';

interface Skeleton {
  readonly areas: readonly { readonly answers: readonly { readonly questionId: string }[] }[];
}

interface Prompts {
  readonly payloadSkeleton: Skeleton;
  readonly prompts: readonly {
    readonly questions: readonly { readonly questionId: string; readonly scoreType: string }[];
  }[];
}

const HINTS = [
  { targetField: 'tags', suggestion: 'name the coast', priority: 'low' },
  { targetField: 'description', suggestion: 'say what is returned,\nand in which order', priority: 'high' },
];

/** Gives every question of a prompts.json the same score, except those that are left open. */
export function fillScores(
  promptsPath: string,
  scoresPath: string,
  score: number,
  { withHints = false, open = [] }: { withHints?: boolean; open?: readonly string[] } = {},
): void {
  const { payloadSkeleton, prompts } = JSON.parse(readFileSync(promptsPath, 'utf8')) as Prompts;
  const types = new Map(
    prompts.flatMap(({ questions }) => questions.map((one) => [one.questionId, one.scoreType])),
  );
  const scores = {
    ...payloadSkeleton,
    creator: { skill: 'case-grader', skillVersion: '1.0.0', kind: 'script' },
    harness: { name: 'case-grader', version: '1.0.0' },
    timestamp: new Date().toISOString(),
    areas: payloadSkeleton.areas.map((area) => ({
      ...area,
      improvementHints: withHints ? HINTS : [],
      answers: area.answers.map(({ questionId }) => ({
        questionId,
        ...(open.some((part) => questionId.includes(part))
          ? { score: 'n/a', naReason: 'requires-private-data' }
          : { score: types.get(questionId) === 'boolean' ? 'pass' : score }),
        reasoning: `what the case says about ${questionId}`,
      })),
    })),
  };
  writeFileSync(scoresPath, JSON.stringify(scores));
}

/** Copies the skeleton of a prompts.json, with the first `given` answers of each prompt filled in. */
export function copySkeleton(promptsPath: string, scoresPath: string, given: number): void {
  const { payloadSkeleton } = JSON.parse(readFileSync(promptsPath, 'utf8')) as Prompts;
  const areas = payloadSkeleton.areas.map(({ answers, ...area }) => ({
    ...area,
    answers: answers.map((answer, at) => (at < given ? { ...answer, score: 4, reasoning: 'good' } : answer)),
  }));
  writeFileSync(scoresPath, JSON.stringify({ ...payloadSkeleton, areas }));
}
