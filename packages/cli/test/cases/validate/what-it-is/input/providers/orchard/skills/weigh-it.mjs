export const skill = {
  name: 'weigh-it',
  version: 'flowmcp/4.0.0',
  type: 'namespace',
  description: 'Says how many baskets a picker needs.',
  whenToUse: 'When somebody asks how many baskets to bring.',
  requires: { tools: ['listRipe'], resources: [], external: [] },
  input: [],
  output: 'A number of baskets.',
  content: '# Weigh it\n\nCall {{tool:listRipe}} once and count.\n',
};
