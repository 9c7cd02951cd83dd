import { defineLintRule } from '../define.js';
import { foundAt, isBlank } from '../members.js';

export const rule = defineLintRule({
  id: 'prompt-no-description',
  subject: 'prompt',
  severity: 'error',
  title: 'The prompt has no description',
  why: 'A person starts a prompt. Without a description, only the name shows what it will make the model do.',
  fix: 'Describe in a sentence what the prompt asks the model to do and what the result is.',
  check: ({ item }) => (isBlank(item.description) ? foundAt(item, 'description') : []),
  examples: {
    pass: { prompts: [{ name: 'compare', description: 'Compares the prices of two articles.' }] },
    fail: { prompts: [{ name: 'compare' }] },
  },
});
