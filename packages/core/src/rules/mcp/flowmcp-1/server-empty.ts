import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'server-empty',
  subject: 'server',
  class: 'broken',
  group: 'server',
  loss: 1,
  zeroesScore: true,
  severity: 'error',
  title: 'The server offers no tools, resources or prompts',
  why: 'A client that connects to this server gains nothing from it, and the user who added it sees an empty list without a reason.',
  fix: 'Register at least one tool, resource, resource template or prompt before the server answers initialize.',
  evidence: [],
  right: 'by definition',
  check: ({ items, complete }) => (items.length === 0 && complete ? [{}] : []),
  examples: { pass: { prompts: [{ name: 'greet', description: 'Greets a guest by name.' }] }, fail: {} },
  mutate: () => false,
});
