import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-selection-05',
  area: 'about-selection',
  dimension: 'useCaseClarity',
  topic: 'skills and levels',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the About explain the skills and how their levels work together? Hold it against the list of skills: L1 is the signpost one starts from, L2 opens a topic, L3 carries out a use case. 5: for every level that exists it says which skills there are, when to start with which, and which leads to which. 3: skills are named, but not their levels, or not the way from one to the next. 1: no word on them, or skills that do not exist. A selection without skills: n/a, not-applicable-to-tool-type.',
  examples: {
    good: 'Start with water-entry (L1). It leads to flood-topic (L2) for warnings, and that one to morning-flood-check (L3), a routine for lock keepers.',
    bad: 'Comes with several smart skills for every need.',
  },
});
