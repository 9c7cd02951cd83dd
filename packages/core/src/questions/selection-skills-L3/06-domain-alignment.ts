import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L3-06',
  area: 'selection-skills-L3',
  dimension: 'domainAlignment',
  topic: 'several namespaces',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the skill bring several namespaces together to a purpose? Go by the tools it requires and calls, also through the skills it uses. 5: tools of at least two namespaces, each with a share of the result that no other has. 3: several namespaces, but one could go without a loss. 1: one namespace, or several side by side without a bond.',
  examples: {
    good: 'The level from gaugenet and the tide from tidewatch give the hour at which the gate can open.',
    bad: 'Reads the level of one gauge from gaugenet twice.',
  },
});
