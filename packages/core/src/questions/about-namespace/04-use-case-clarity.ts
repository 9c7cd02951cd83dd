import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-namespace-04',
  area: 'about-namespace',
  dimension: 'useCaseClarity',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Are the use cases concrete and within reach of the tools? Take each one and ask who starts it, with what question, with which tools, and what they hold in their hands at the end. 5: at least two cases that answer these questions and can be done with the tools listed. 3: cases are named in a few words, or only one is worked out. 1: none, or cases the tools can not carry.',
  examples: {
    good: 'A shipping planner reads the levels of three gauges each morning and decides how far a barge can be loaded.',
    bad: 'Use cases: research, apps, artificial intelligence.',
  },
});
