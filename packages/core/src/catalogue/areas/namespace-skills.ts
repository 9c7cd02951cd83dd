import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'namespace-skills',
  number: 5,
  side: 'provider',
  subject: 'skill',
  personaRequired: true,
  title: 'One skill of a namespace',
  instructions: [
    'You judge exactly one skill: when it is to be used, what it needs, the steps it gives, and what it yields.',
    'Imagine an agent that has this skill and the tools of the namespace, and has to bring a task of the persona to its end with them.',
    'Names in double curly brackets are references to tools, resources, inputs and other skills, which are filled in later; they are no mistakes.',
    'What code found about the skill is listed for you to weigh. It is neither a score nor complete.',
    'The tools, the About and the API are graded elsewhere. Quote the step or the sentence that decided a score.',
  ],
});
