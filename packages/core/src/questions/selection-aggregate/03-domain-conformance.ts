import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-aggregate-03',
  area: 'selection-aggregate',
  dimension: 'domainConformance',
  weight: 0.3,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Do the members keep to the domain knowledge? Go through Shared Lists, Conventions and Forbidden Conventions of the About, and look for each of them in the names, parameters, choices and descriptions of the members' tools and in what code found. 5: no member departs from a convention, and shared lists are used wherever they apply. 3: single departures from conventions, none of them forbidden. 1: something the About forbids is in use, or most members go their own ways. A forbidden convention in use leaves 2 at most, and is no reason for a veto. An About that lacks one of its seven sections: n/a, blocked-by-precondition.",
  examples: {
    good: 'All seven members take river names from the shared list, and levels are given in centimetres above gauge zero.',
    bad: 'The About forbids feet, and two members offer feet as the only unit.',
  },
});
