import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-schema-02',
  area: 'tools-aggregate-schema',
  dimension: 'namingConsistency',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Do the names of all tools follow one pattern? Compare casing, position and choice of the verb, singular and plural, and whether the same thing always has the same noun. 5: one pattern, the same noun for the same thing. 3: a clear pattern with one or two exceptions. 1: no pattern to be seen.',
  examples: {
    good: 'getStation, listStations, getDeparture, listDepartures.',
    bad: 'getStation, stations_list, fetchDeps, DepartureInfo.',
  },
});
