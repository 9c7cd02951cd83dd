import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-skills-03',
  area: 'namespace-skills',
  dimension: 'skillAdequacy',
  topic: 'order of calls',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Are the tools called in an order that works? Check for each step that what it needs is an input or was returned by an earlier step, and that its own answer is used later or belongs to the result. 5: every call is prepared and put to use, none is superfluous, and it is said what to do when one returns nothing. 3: the order works, but one call does not say where its input comes from, or its answer is not used. 1: a tool is called before its input can be known, a tool that is needed is missing, or the order is left open. A skill with a single call: judge how it is prepared and used. A skill that calls no tool: n/a, not-applicable-to-tool-type.',
  examples: {
    good: 'Search the coin, take its id, read its price and its history with that id, then report both; without a hit, ask for the exact name.',
    bad: 'Read the history of the coin id, then search for the coin.',
  },
});
