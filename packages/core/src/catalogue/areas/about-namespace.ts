import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'about-namespace',
  number: 6,
  side: 'provider',
  subject: 'namespace',
  personaRequired: true,
  title: 'The About of a namespace',
  instructions: [
    'You judge one text: the About of a namespace, which tells what the namespace can do, what it can not do, which conventions its tools follow and whom it is for.',
    'Read it as the persona would who meets the namespace for the first time, and hold what it claims against the list of tools.',
    'What is true of the provider but not written in the About does not count for it.',
    'Terms of service are only observed here: whether they are linked, never what they permit.',
    'Quote the words that decided a score, or name what is missing.',
  ],
});
