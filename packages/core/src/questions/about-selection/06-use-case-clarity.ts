import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-selection-06',
  area: 'about-selection',
  dimension: 'useCaseClarity',
  topic: 'promotion',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the About free of promotion? Weigh every adjective and comparison, also where it speaks of a provider or of the group as a whole. 5: each sentence carries a fact, a rule or a limit. 3: facts and rules throughout, next to a few words of praise. 1: praise takes their place.',
  examples: {
    good: 'Two of the seven providers publish with a delay of one hour; their values are marked as late.',
    bad: 'The best providers of the world, perfectly combined.',
  },
});
