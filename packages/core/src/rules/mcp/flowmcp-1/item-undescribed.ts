import { described, exampleTool } from '../define.js';
import { foundAt, trimmedText } from '../members.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'item-undescribed',
  subject: 'item',
  class: 'smell',
  group: 'items',
  loss: 1,
  severity: 'warning',
  title: 'The item has no description',
  why: 'The description is what a model chooses by. Without one, it has to guess from the name alone what the item does and when it helps.',
  fix: 'Say in one or two sentences what it does, what comes back, and when to use it.',
  lift: 'describe {n} item{s}',
  evidence: [
    {
      source: 'arXiv 2602.14878',
      says: 'Of 856 tools of 103 servers, 56 % do not state their purpose clearly; better texts raise success by 5.85 points.',
    },
  ],
  right: 'by definition',
  check: ({ item }) => (trimmedText(item.description) === '' ? foundAt(item, 'description') : []),
  examples: {
    pass: { tools: [exampleTool()] },
    fail: described('  '),
  },
  mutate: (tool) => {
    tool.description = '';
    return true;
  },
});
