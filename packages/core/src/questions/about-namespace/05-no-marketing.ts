import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-namespace-05',
  area: 'about-namespace',
  dimension: 'noMarketing',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the About free of promotion? Look at every adjective, comparison and promise in it, headings included. 5: each sentence carries a fact about the data, the tools or the source. 3: facts throughout, next to a few words of praise. 1: praise or slogans take the place of facts.',
  examples: {
    good: 'Published by the national statistics office; monthly, about six weeks after the end of the month.',
    bad: 'The most powerful and complete statistics platform, trusted by experts.',
  },
});
