import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L1-01',
  area: 'selection-skills-L1',
  dimension: 'coverage',
  topic: 'one call',
  weight: 0.5,
  scoreType: 'boolean',
  ageing: null,
  text: 'Does the skill make do with a single tool call of its own? Count the calls its steps ask for; naming tools and skills to go on with is no call, nor is reading the About, and a call whose tool depends on the case counts once. Pass: exactly one. Fail: two or more on the same way through the steps. A signpost that points the way and calls nothing: n/a, not-applicable-to-tool-type.',
  examples: {
    good: 'Asks for the place, searches the gauges near it once, and names flood-topic and tide-topic for what was found.',
    bad: 'Searches the gauges, reads three of them, then fetches the warnings and the weather.',
  },
});
