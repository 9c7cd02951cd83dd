import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L2-04',
  area: 'selection-skills-L2',
  dimension: 'skillAdequacy',
  topic: 'condensed result',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the result condensed? Look at what the skill says it yields, and at the steps that lead there. 5: it says what is compared, ranked, brought together or left out, in which form, and from which source each value comes. 3: it asks for a summary, but not what to keep. 1: the answers of the tools are passed on as they come, or nothing is said about the result.',
  examples: {
    good: 'One line per river: the highest gauge, its distance to the flood mark, the trend of six hours, the source.',
    bad: 'Print the answers of all calls.',
  },
});
