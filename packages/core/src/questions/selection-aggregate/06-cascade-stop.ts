import { defineDeterministicQuestion } from '../question.js';

const sound = { namespaces: 7, contributions: [] };

/** A failed hard precondition has to stop the cascade; half a grade is not allowed (spec 24, cascade stop). */
export const question = defineDeterministicQuestion({
  id: 'Q-selection-aggregate-06',
  area: 'selection-aggregate',
  dimension: 'cascadeStop',
  weight: 0.1,
  ageing: null,
  text: 'Is the selection free of anything that would have to stop its grading? Pass: no hard precondition has failed. Fail: at least one has, and the reasoning names it.',
  answer({ failedPreconditions }) {
    return failedPreconditions.length === 0
      ? { score: 'pass', reasoning: 'no hard precondition has failed' }
      : { score: 'fail', reasoning: `failed: ${failedPreconditions.join('; ')}` };
  },
  examples: {
    pass: { ...sound, failedPreconditions: [] },
    fail: { ...sound, failedPreconditions: ['gaugenet.levels is graded, not stable'] },
  },
});
