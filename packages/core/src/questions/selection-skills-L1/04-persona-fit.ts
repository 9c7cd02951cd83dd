import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L1-04',
  area: 'selection-skills-L1',
  dimension: 'personaFit',
  topic: 'case',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Does the skill open a case that matters to the persona? Ask whether somebody with this persona and lens comes with such a question, and whether the skill says which topics lie behind it and what it can not do. 5: a question from the persona's own work, with the topics to go on to and the limits named. 3: a question on the edge of that work, or topics and limits only hinted at. 1: nothing the persona would come for.",
  examples: {
    good: 'For a lock keeper: what the water does in the next hours, with one topic for floods and one for tides; no forecasts beyond two days.',
    bad: 'For a lock keeper: a tour of everything one can do with open data.',
  },
});
