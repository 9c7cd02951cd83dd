import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L3-02',
  area: 'selection-skills-L3',
  dimension: 'skillAdequacy',
  topic: 'built on L2',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Is the use case built upon L2 skills? Lay its predecessors beside it and follow what it takes from them. 5: it takes up the topics of its L2 skills, narrows them to its case, and leaves their work to them. 3: it belongs to a topic, but does much of the topic's work again, or goes past it to single tools without need. 1: no tie to an L2 skill, or it calls another skill of level L3. A selection without an L2 skill: n/a, blocked-by-precondition.",
  examples: {
    good: 'Runs flood-topic for the three gauges of this lock, then adds the tide of the day.',
    bad: 'Names no topic and searches all gauges from the beginning.',
  },
});
