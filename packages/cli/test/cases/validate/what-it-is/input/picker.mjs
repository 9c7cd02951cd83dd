export const main = {
  name: 'apple-picker',
  version: 'flowmcp/3.0.0',
  model: 'some/model',
  systemPrompt: 'You pick apples.',
  tools: ['orchard/tool/listRipe'],
};
