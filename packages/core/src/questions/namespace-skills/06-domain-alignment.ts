import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-skills-06',
  area: 'namespace-skills',
  dimension: 'domainAlignment',
  topic: 'own namespace',
  weight: 0.33,
  scoreType: 'boolean',
  ageing: null,
  text: 'Does the skill stay within its own namespace? Go through every tool, resource and skill it calls or requires. Pass: all of them belong to this namespace; work that needs no tool, such as sorting or writing a report, is no breach, and neither is saying that something has to be looked for elsewhere. Fail: at least one step calls or requires something of another namespace or another service.',
  examples: {
    good: 'All three tools it requires are in the list of tools; the report is written by the agent itself.',
    bad: 'Step 2 calls a price tool of another provider to convert the amount.',
  },
});
