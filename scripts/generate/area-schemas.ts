import type { Area, Question } from '../../packages/core/src/questions/question.js';
import {
  buildPromptQuestions,
  wholeAreaOutputSchema,
} from '../../packages/core/src/runs/logic/prompts/output-schema.js';

/**
 * spec/schemas/areas/‹area›.schema.json: a grader's answer in full mode, one element of `areas` in
 * scores.json.
 */
export function buildAreaSchemas({
  areas,
  questions,
}: {
  readonly areas: readonly Area[];
  readonly questions: readonly Question[];
}): { path: string; text: string }[] {
  return areas.map((area) => {
    const asked = buildPromptQuestions(questions.filter((question) => question.area === area.id));
    const { $schema, ...rest } = wholeAreaOutputSchema({ area, questions: asked });
    const title = `Answers to ${area.id}: ${area.title}`;
    return {
      path: `spec/schemas/areas/${area.id}.schema.json`,
      text: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`,
    };
  });
}
