import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-04',
  area: 'single-test',
  dimension: 'descriptionClarity',
  weight: 0.34,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Does the tool's description say plainly what the tool does, free of promotion? Look at every adjective and every claim in the description. 5: each word carries a fact about the call or its answer. 3: the facts are there, next to one or two words of praise or filler. 1: praise or slogans take the place of facts.",
  examples: {
    good: 'Returns the current price of one token in the requested currency, with the time of the quote.',
    bad: 'The ultimate lightning-fast price feed that every serious trader loves.',
  },
});
