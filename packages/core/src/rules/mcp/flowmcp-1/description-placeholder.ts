import { exampleTool } from '../define.js';
import { foundAt, quote, trimmedText } from '../members.js';
import { defineShareRule } from '../share-rule.js';
import { isPlaceholder } from '../words/placeholders.js';

export const rule = defineShareRule({
  id: 'description-placeholder',
  subject: 'item',
  class: 'smell',
  group: 'items',
  loss: 1,
  severity: 'warning',
  title: 'The description is a placeholder',
  why: 'A text such as "TODO" tells a model nothing about what the item does, and hides from its author that the description is missing.',
  fix: 'Write the description: what the item does, what comes back, and when to use it.',
  lift: 'replace {n} placeholder{s} of items',
  evidence: [
    {
      source: 'arXiv 2602.14878',
      says: 'Of 856 tools of 103 servers, 97.1 % have a smell in their description.',
    },
  ],
  check: ({ item }) => {
    const text = trimmedText(item.description);
    return isPlaceholder(text) ? foundAt(item, 'description', quote(text)) : [];
  },
  examples: {
    pass: { tools: [exampleTool({ description: 'Lists the entries of a todo list, newest first.' })] },
    fail: { tools: [exampleTool({ description: 'TODO: describe what this tool gives back' })] },
  },
  mutate: (tool) => {
    tool.description = 'TODO: add the description';
    return true;
  },
});
