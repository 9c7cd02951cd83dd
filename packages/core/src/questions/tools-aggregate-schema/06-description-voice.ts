import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-schema-06',
  area: 'tools-aggregate-schema',
  dimension: 'descriptionVoice',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Do all tool descriptions sound as if one person had written them? Compare sentence form, tense, length, terms and depth of detail. 5: same form and depth, same term for the same thing. 3: uniform with a few clear outliers. 1: each description goes its own way, from one word to whole paragraphs.',
  examples: {
    good: 'Every description begins "Returns …" and ends with the main fields of the answer.',
    bad: 'One reads "Returns prices.", the next "You can use this to get all kinds of info about coins!".',
  },
});
