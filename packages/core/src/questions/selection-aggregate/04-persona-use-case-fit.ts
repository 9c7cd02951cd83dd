import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-aggregate-04',
  area: 'selection-aggregate',
  dimension: 'personaUseCaseFit',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the selection serve the use cases of its personas? Take the sections Use Cases and Personas Reference and Lens of the About, and try each case with the tools and skills there are. 5: every case of every declared persona can be brought to its end. 3: most can, or a case of one persona breaks off at a step that no member covers. 1: the cases can not be done with these members, or none is told for the personas declared. With fewer namespaces than a full group has, judge the cases told, and not those that more members would allow.',
  examples: {
    good: "The lock keeper's morning check and the planner's weekly report can both be done with the tools and skills listed.",
    bad: 'Declared for decision makers, but no member returns anything one could decide by.',
  },
});
