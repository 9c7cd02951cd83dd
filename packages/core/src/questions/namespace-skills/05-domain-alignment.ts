import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-skills-05',
  area: 'namespace-skills',
  dimension: 'domainAlignment',
  topic: 'About',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the skill lead its reader to the About of the namespace, and agree with it? Look for the place where the skill names the About, what it says one finds there, and whether its terms, conventions and limitations are those of the About. 5: points to the About where it matters, says what for, and contradicts nothing in it. 3: names it in passing, or leaves out a convention of the About that its steps need. 1: no pointer, or steps that contradict the About. A namespace without an About: n/a, blocked-by-precondition.',
  examples: {
    good: 'Step 1: see the About resource for the spelling of chain names; use those names in all calls.',
    bad: 'Never mentions the About and uses chain names that it rules out.',
  },
});
