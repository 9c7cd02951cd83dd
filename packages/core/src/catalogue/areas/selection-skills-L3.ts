import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'selection-skills-L3',
  number: 10,
  side: 'selection',
  subject: 'skill',
  personaRequired: true,
  title: 'One use-case skill of a selection (L3)',
  instructions: [
    'You judge exactly one skill of level L3: a use case, carried out to its end for one persona.',
    'The L2 skills that name it are shown as its predecessors. It may use L1 and L2 skills, but no other skill of level L3.',
    'Imagine an agent that has this skill, the other skills of the selection and the tools of all members, and somebody with the given persona who brings it a task.',
    'Names in double curly brackets are references to tools, resources, inputs and other skills, which are filled in later; they are no mistakes.',
    'What code found about the skill is listed for you to weigh. It is neither a score nor complete.',
    'The tools, the About and the other skills are graded elsewhere. Quote the step or the sentence that decided a score.',
  ],
});
