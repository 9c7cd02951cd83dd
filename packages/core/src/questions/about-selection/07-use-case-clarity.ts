import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-selection-07',
  area: 'about-selection',
  dimension: 'useCaseClarity',
  topic: 'plain reader',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Can somebody who decides but does not program tell from the About whether the group answers their question? Look for what the members cover together, where the data comes from, how fresh it is, what access costs, and what stays uncovered. 5: all of that in plain words, near the beginning. 3: it is there, but scattered or in terms one has to look up. 1: it can be used only by those who know the tools already.',
  examples: {
    good: 'Levels of all federal waterways every 15 minutes, tides for a year ahead, all of it free; nothing on groundwater.',
    bad: 'Resolve the station UUID via gaugenet, then join on the ICAO of the met tool.',
  },
});
