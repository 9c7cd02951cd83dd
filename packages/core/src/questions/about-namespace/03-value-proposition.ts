import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-namespace-03',
  area: 'about-namespace',
  dimension: 'valueProposition',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the About tell what one gets from the namespace and what one does not? Hold its summary against the list of tools, and look for limitations and for the conventions the tools follow, such as units, spellings and shared lists. 5: abilities, limitations and conventions are all there, concrete, and borne out by the tools. 3: abilities are clear, but limitations or conventions are vague or missing. 1: claims without content, or abilities the tools do not have.',
  examples: {
    good: 'Five tools for levels and flow of German waterways, every 15 minutes, in centimetres above gauge zero; no forecasts, nothing older than 31 days.',
    bad: 'Gives you full access to the world of water.',
  },
});
