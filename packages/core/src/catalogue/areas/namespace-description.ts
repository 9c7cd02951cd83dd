import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'namespace-description',
  number: 4,
  side: 'provider',
  subject: 'namespace',
  personaRequired: false,
  title: 'How a namespace describes itself',
  instructions: [
    'You judge the identity that the metadata of a namespace gives it: its name, the names and descriptions of its schemas, its tags, its documentation links and the host it calls.',
    'A namespace has no description of its own; what its schemas say together is its description.',
    'Read as somebody who has never heard of the provider and has only this text.',
    'Quote the words that decided a score.',
  ],
});
