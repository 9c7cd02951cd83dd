import { defineArea } from '../define.js';

export const area = defineArea({
  id: 'selection-skills-L2',
  number: 9,
  side: 'selection',
  subject: 'skill',
  personaRequired: true,
  title: 'One topic skill of a selection (L2)',
  instructions: [
    'You judge exactly one skill of level L2: a topic, which brings together what belongs to one subject and leads to the use cases within it.',
    'The L1 skills that lead to it are shown as its predecessors. It may take up what they found, or build upon the calls they name.',
    'Imagine an agent that has this skill, the other skills of the selection and the tools of all members, and somebody with the given persona who brings it a task.',
    'Names in double curly brackets are references to tools, resources, inputs and other skills, which are filled in later; they are no mistakes.',
    'What code found about the skill is listed for you to weigh. It is neither a score nor complete.',
    'The tools, the About and the other skills are graded elsewhere. Quote the step or the sentence that decided a score.',
  ],
});
