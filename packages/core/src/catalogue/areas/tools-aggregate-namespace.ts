import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'tools-aggregate-namespace',
  number: 3,
  side: 'provider',
  subject: 'namespace',
  personaRequired: false,
  title: 'The tools of one namespace',
  instructions: [
    'You judge the set of tools that a namespace offers over all of its schemas.',
    'Work from what the schemas themselves say about their subject; where you have to rely on general knowledge of the field, say so in the reasoning.',
    'Wording, naming and single parameters are graded elsewhere: only what the set can and can not do counts here.',
    'Name the tools, or the missing tasks, that decided a score.',
  ],
});
