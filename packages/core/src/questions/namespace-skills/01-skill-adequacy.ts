import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-skills-01',
  area: 'namespace-skills',
  dimension: 'skillAdequacy',
  topic: 'subject',
  weight: 0.34,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Does the skill serve the subject of its namespace? Set its description, the moment it is meant for and the result it promises against what the namespace's tools return. 5: a task that users of this namespace bring, and all of the result can come from these tools. 3: the subject fits, but a part of the result has no source among the tools, or the task is so general that any namespace could have it. 1: another subject, or a result the tools can not give.",
  examples: {
    good: 'In a namespace of river gauges: compare the current level of a gauge with its flood marks and report which are exceeded.',
    bad: 'In a namespace of river gauges: write a travel plan with hotels along the river.',
  },
});
