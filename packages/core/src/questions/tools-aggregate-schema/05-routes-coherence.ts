import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-schema-05',
  area: 'tools-aggregate-schema',
  dimension: 'routesCoherence',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Do the tools together cover the main endpoints of the part of the API the schema speaks for? Take the schema's own description, the documentation links and the paths as the measure. 5: the central tasks can be done from start to end, for example finding an identifier and then reading its details. 3: the core is there, but an obvious neighbour is missing. 1: a random handful from which no task can be completed.",
  examples: {
    good: 'Search for a station, station details, departures and disturbances of a station.',
    bad: 'Departures need a station id, and no tool finds one.',
  },
});
