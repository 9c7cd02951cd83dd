import { exampleTool } from '../define.js';
import { foundAt } from '../members.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'tool-name-shared',
  subject: 'tool',
  class: 'suspect',
  severity: 'warning',
  title: 'Another server of the configuration has a tool of this name',
  why: 'A client that knows tools by name alone may call either of the two. Whoever takes the name of a trusted tool receives what was meant for it.',
  fix: 'Use one of the two servers, or rename the tool; a prefix that names the server ("shop_search") keeps names apart.',
  evidence: [
    {
      source: 'MSB, arXiv 2510.15994',
      says: 'Tools under the name of another one are among its attack types.',
    },
  ],
  check: ({ item }, { foreignTools }) => {
    const owner = typeof item.name === 'string' ? foreignTools.get(item.name.toLowerCase()) : undefined;
    return owner === undefined ? [] : foundAt(item, 'name', quoteVisibly(owner));
  },
  examples: {
    foreignTools: ['send_mail'],
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ name: 'send_mail' })] },
  },
  // A single server has no tools of others.
  mutate: () => false,
});
