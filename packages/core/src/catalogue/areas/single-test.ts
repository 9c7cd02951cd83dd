import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'single-test',
  number: 1,
  side: 'provider',
  subject: 'tool',
  personaRequired: false,
  title: 'One tool',
  instructions: [
    'You judge exactly one tool: its name, its description, its parameters, its declared output and its tests.',
    'Imagine a language model that sees only this definition and has to decide whether and how to call the tool.',
    'Set the definition against the recorded answers: what the text promises has to be what the API returned.',
    'Other tools of the schema, the quality of the API itself and your own knowledge of the provider are no part of the judgement.',
  ],
});
