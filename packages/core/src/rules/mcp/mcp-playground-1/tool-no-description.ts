import { defineLintRule, exampleTool } from '../define.js';
import { foundAt, trimmedText } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-no-description',
  subject: 'tool',
  severity: 'error',
  title: 'The tool has no description',
  why: 'A model decides by the description whether a tool serves the task. Without one it has the name to guess from, and will leave the tool alone or call it for the wrong thing.',
  fix: 'Write in a sentence or two what the tool gives back, from where, and when to choose it.',
  check: ({ item }) => (trimmedText(item.description) === '' ? foundAt(item, 'description') : []),
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ description: '   ' })] },
  },
});
