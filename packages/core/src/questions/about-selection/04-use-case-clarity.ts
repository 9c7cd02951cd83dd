import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-selection-04',
  area: 'about-selection',
  dimension: 'useCaseClarity',
  topic: 'members',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the About say why each namespace belongs to the group? Go through the list of members and look for what each namespace adds that the others do not have. 5: every namespace is named with its own contribution, and where two overlap it says which one to prefer. 3: most are, or reasons are given only for several of them together. 1: namespaces are merely listed, or some are not mentioned.',
  examples: {
    good: 'tidewatch adds predicted tides, gaugenet measured levels inland; in estuaries both have values, and the measured ones come first.',
    bad: 'Members: tidewatch, gaugenet, stormline.',
  },
});
