import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'tools-aggregate-schema',
  number: 2,
  side: 'provider',
  subject: 'schema',
  personaRequired: false,
  title: 'The tools of one schema',
  instructions: [
    'You judge how the tools of one schema work together; each tool alone is graded elsewhere.',
    'Lay all names, descriptions and parameters side by side before you answer, and look for what breaks the pattern.',
    'A schema with a single tool has nothing to contradict: judge that tool against the rule in question and say so in the reasoning.',
    'Name the tools, tags or parameters that decided a score.',
  ],
});
