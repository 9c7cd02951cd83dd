import { defineLintRule, described, exampleTool } from '../define.js';
import { foundAt, trimmedText } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-no-description',
  subject: 'tool',
  severity: 'error',
  title: 'The tool has no description',
  why: 'A model uses the description to decide whether a tool fits the task. Without one, it can only guess from the name, and will ignore the tool or call it for the wrong purpose.',
  fix: 'Say in a sentence or two what the tool returns, from where, and when to choose it.',
  check: ({ item }) => (trimmedText(item.description) === '' ? foundAt(item, 'description') : []),
  examples: {
    pass: { tools: [exampleTool()] },
    fail: described('   '),
  },
});
