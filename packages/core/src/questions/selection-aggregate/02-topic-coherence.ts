import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-aggregate-02',
  area: 'selection-aggregate',
  dimension: 'topicCoherence',
  weight: 0.2,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Do the members make up one topic? Say the topic in a sentence of your own, then go through the members and ask of each what it has to do with it and what it adds. 5: every member belongs to the topic and adds something to it, and nothing that the topic needs is missing. 3: one or two members stand apart, or an important part of the topic has no member. 1: a bag of things that share a label at most.',
  examples: {
    good: 'Levels, tides, warnings, locks, dredging notices, ship positions and wind at the coast: all of it decides whether a ship can pass.',
    bad: 'Levels, share prices, recipes and train times under the name everyday data.',
  },
});
