import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-07',
  area: 'single-test',
  dimension: 'exampleQuality',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Are the values in the tool's tests realistic and different enough to show what the parameters mean? Look at the test values and at what the recorded answers returned for them. 5: real identifiers, places or dates that lead to meaningful data and cover different uses. 3: values work but are nearly the same, or show only the trivial case. 1: placeholders such as foo, test or 123, or values that return nothing of interest. For a tool without parameters judge the descriptions of the tests.",
  examples: {
    good: 'Three tests: station Berlin Hbf, station Zürich HB with a date, station Wien Hbf with a limit of 50.',
    bad: 'Three tests: id 1, id 2, id 3, each described as "test".',
  },
});
