import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-namespace-02',
  area: 'about-namespace',
  dimension: 'personaReference',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the About say for whom the namespace is made? Look for named personas or lenses, and for what each of them gets out of it. 5: names at least one persona or lens and what it does with the namespace, in keeping with the tools. 3: an audience is named or can be told from the examples, but not what it gets. 1: nobody, or everybody.',
  examples: {
    good: 'For the schema maintainer: which gauges exist and how often they report. For the decision maker: whether a flood mark is exceeded now.',
    bad: 'For everyone who needs data.',
  },
});
