import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-selection-02',
  area: 'about-selection',
  dimension: 'personaReference',
  topic: 'theme',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the theme of the selection plain from the beginning? Look at the title, the opening and the section Identity, and ask what would belong into this group and what would not. 5: one theme in a few sentences, with a border that tells a member from a stranger. 3: the theme can be worked out from members and examples, or its border stays open. 1: a list of names, or several themes without a bond.',
  examples: {
    good: 'Water on German rivers and coasts: measured levels, tides and flood warnings. Weather belongs to it only where it moves water.',
    bad: 'A curated bundle of useful data sources.',
  },
});
