import { defineLintRule } from '../define.js';
import { foundAt, isBlank, membersOf } from '../members.js';

const prompt = { name: 'compare', description: 'Compares the prices of two articles.' };

export const rule = defineLintRule({
  id: 'prompt-arg-no-description',
  subject: 'argument',
  severity: 'warning',
  title: 'An argument of the prompt has no description',
  why: 'Clients ask a person for the arguments of a prompt. The description is the label of that question: without it, nobody knows what to type.',
  fix: 'Describe what the argument means and what form it should have.',
  check: ({ value }) => {
    const argument = membersOf(value) ?? {};
    return isBlank(argument.description) ? foundAt(argument, 'description') : [];
  },
  examples: {
    pass: {
      prompts: [{ ...prompt, arguments: [{ name: 'first', description: 'Number of an article.' }] }],
    },
    fail: { prompts: [{ ...prompt, arguments: [{ name: 'first' }] }] },
  },
});
