import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-schema-04',
  area: 'tools-aggregate-schema',
  dimension: 'requiredServerParamsConsistent',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Are the required server parameters (keys the user has to supply) uniform and in accord with the tools? Look at how they are named, whether each is used by some tool, whether tools that clearly need one refer to it, and whether keyless and keyed tools are mixed. 5: uniform names, each used, none missing. 3: usable, but a name leaves the pattern, or some tools would work without the key. 1: names contradict each other, or keys are missing or unused. A schema that needs none: n/a, not-applicable-to-tool-type.',
  examples: {
    good: 'EXAMPLEWEATHER_API_KEY, used by all six tools.',
    bad: 'apikey and EXAMPLEWEATHER_TOKEN declared, only one of them used.',
  },
});
