import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-selection-03',
  area: 'about-selection',
  dimension: 'personaReference',
  topic: 'use case',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is there a use case told for the persona? Look in the sections Use Cases and Personas Reference and Lens for who comes with which question, what they do with the members, and what they decide at the end. 5: a case of this persona or lens from question to decision, and the members can carry it. 3: a case that anybody could have, or one whose end stays open. 1: areas of application in a few words, or cases of quite another person.',
  examples: {
    good: 'A lock keeper compares three gauges upstream every hour and closes the gate when the flood mark of the next town is less than 20 cm away.',
    bad: 'Ideal for analysis, monitoring and reporting.',
  },
});
