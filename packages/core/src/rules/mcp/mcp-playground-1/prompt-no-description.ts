import { defineLintRule } from '../define.js';
import { foundAt, isBlank } from '../members.js';

export const rule = defineLintRule({
  id: 'prompt-no-description',
  subject: 'prompt',
  severity: 'error',
  title: 'The prompt has no description',
  why: 'A prompt is started by a person. Without a description the name alone has to tell what it will make the model do.',
  fix: 'Describe in a sentence what the prompt asks the model for and what comes out of it.',
  check: ({ item }) => (isBlank(item.description) ? foundAt(item, 'description') : []),
  examples: {
    pass: { prompts: [{ name: 'compare', description: 'Compares the prices of two articles.' }] },
    fail: { prompts: [{ name: 'compare' }] },
  },
});
