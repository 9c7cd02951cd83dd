import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-namespace-07',
  area: 'about-namespace',
  dimension: 'decisionMakerFit',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Can somebody who decides but does not program tell from the About whether the namespace is of use? Look for the source of the data, region, freshness, cost and limits, and for words one would have to look up. 5: all of that in plain words, near the beginning. 3: it can be worked out, from scattered places or through technical terms. 1: only endpoints and parameters, or nothing to decide by.',
  examples: {
    good: 'Official timetable of Swiss public transport, updated every minute, free of charge; covers no ticket prices.',
    bad: 'GTFS-RT protobuf over gRPC, see proto/v2.',
  },
});
