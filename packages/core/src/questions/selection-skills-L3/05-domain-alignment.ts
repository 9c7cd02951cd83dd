import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L3-05',
  area: 'selection-skills-L3',
  dimension: 'domainAlignment',
  topic: 'About',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the skill build upon the About without telling it again? Compare the two texts, lists and conventions above all. 5: it points to the About for what the group has agreed upon, and carries only what its own steps need. 3: one passage of the About is told again, or no pointer where one was needed. 1: large parts are copied, or it goes against what the About says.',
  examples: {
    good: 'Spell river names as the shared list in the About does; step 2 expects them so.',
    bad: 'Two pages on units and river names, word for word as in the About.',
  },
});
