import { questionById } from '../questions/lookup.js';
import { weightOf } from '../questions/question.js';
import type { GradingRules } from '../spec/books/book.js';
import type { EntryAnswer } from '../spec/entry.js';

/** Gives answers the weights of a grading system; a question that the catalogue no longer has keeps its weight. */
export function reweigh(answers: readonly EntryAnswer[], grading: GradingRules): EntryAnswer[] {
  return answers.map((answer) => {
    const question = questionById(answer.questionId);
    return question ? { ...answer, weight: weightOf(question, grading) } : answer;
  });
}
