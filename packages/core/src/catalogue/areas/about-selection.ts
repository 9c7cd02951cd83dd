import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'about-selection',
  number: 7,
  side: 'selection',
  subject: 'selection',
  personaRequired: true,
  title: 'The About of a selection',
  instructions: [
    'You judge one text: the About of a selection, which is the domain knowledge of its group: what the group is, which lists and conventions its members share, for which cases and personas it is made, and how long all that holds.',
    'Judge the document and not the members: whether they keep to it is asked elsewhere.',
    'Read it as the persona would who meets the selection for the first time, and hold what it claims against the definition, the list of members and the list of skills.',
    'What is true of the members but not written in the About does not count for it.',
    'Quote the words that decided a score, or name what is missing.',
  ],
});
