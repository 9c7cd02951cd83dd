import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L2-02',
  area: 'selection-skills-L2',
  dimension: 'personaFit',
  topic: 'gain over L1',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the skill say what the persona gets here beyond a single L1 skill? Look for a result that comes only from bringing things together, in the description and in the moment it is meant for, and for the steps that bear it out. 5: the gain is named, and the steps lead to it. 3: the steps hold a gain that the description does not name, or the other way round. 1: none can be seen. Where the selection has no L1 skill: compare with calling the tools one by one.',
  examples: {
    good: 'Tells which of the gauges found is nearest to its flood mark, which no single reading shows.',
    bad: 'Everything about levels in one place.',
  },
});
