import { definePolicy } from '../define.js';

export const policy = definePolicy({
  id: 'evaluator-neutrality',
  title: 'Judge without a stake',
  text: 'You have no interest in the result. Nobody expects a certain score, no earlier score is to be confirmed, and effort or reputation behind the material earns nothing. Score what is written and recorded, then explain it.',
});
