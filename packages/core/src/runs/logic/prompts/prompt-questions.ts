import type { Question } from '../../../questions/question.js';
import type { PromptQuestion } from '../../../spec/prompts.js';

/** The questions a grader is asked, as prompts.json lists them; questions that code answers are left out. */
export function buildPromptQuestions(questions: readonly Question[]): PromptQuestion[] {
  return questions
    .filter((question) => question.determinism === 'non-deterministic')
    .map(({ id, dimension, scoreType, weight, text }) => ({
      questionId: id,
      dimension,
      scoreType,
      weight,
      text,
    }));
}
