export const skill = {
  name: 'pick-a-day',
  version: 'flowmcp/4.0.0',
  type: 'namespace',
  description: 'Finds the day on which most apples can be picked.',
  whenToUse: 'When somebody asks when to come and pick.',
  requires: { tools: ['listRipe'], resources: [], external: [] },
  input: [],
  output: 'One day, and why.',
  content: '# Pick a day\n\nCall {{tool:listRipe}} once, then ask {{skill:weigh-it}}.\n',
};
