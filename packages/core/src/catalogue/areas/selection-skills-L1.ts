import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'selection-skills-L1',
  number: 8,
  side: 'selection',
  subject: 'skill',
  personaRequired: true,
  title: 'One signpost skill of a selection (L1)',
  instructions: [
    'You judge exactly one skill of level L1: a signpost, from which an agent finds its way to the topics of the selection and to its deeper skills.',
    'Imagine an agent that has this skill, the other skills of the selection and the tools of all members, and somebody with the given persona who brings it a task.',
    'Names in double curly brackets are references to tools, resources, inputs and other skills, which are filled in later; they are no mistakes.',
    'What code found about the skill is listed for you to weigh. It is neither a score nor complete.',
    'The tools, the About and the other skills are graded elsewhere. Quote the step or the sentence that decided a score.',
  ],
});
