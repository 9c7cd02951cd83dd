import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L1-03',
  area: 'selection-skills-L1',
  dimension: 'personaFit',
  topic: 'inputs',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the skill ask only for what it needs? Look for the step that uses each input, and ask whether the persona has it at hand. 5: every input is used, required only where nothing works without it, and known to the persona; or none is needed and none is asked for. 3: one input more than the steps need, or one that has to be looked up first. 1: a whole form to fill in, or inputs that no step uses.',
  examples: {
    good: 'One input: the name of the place, as people say it.',
    bad: 'Station number, datum, time zone, unit and format, all of them required.',
  },
});
