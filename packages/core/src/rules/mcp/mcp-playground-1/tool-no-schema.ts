import { defineLintRule, exampleTool } from '../define.js';
import { foundAt, membersOf } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-no-schema',
  subject: 'tool',
  severity: 'warning',
  title: 'The tool has no input schema',
  why: 'Arguments are named in the schema and nowhere else. A model that sees none has to invent them, and strict clients reject the whole list of tools because of this one.',
  fix: 'Add an `inputSchema`. A tool without arguments has one too: `{ "type": "object", "properties": {} }`.',
  check: ({ item }) => (membersOf(item.inputSchema) ? [] : foundAt(item, 'inputSchema')),
  examples: {
    pass: { tools: [exampleTool({ inputSchema: { type: 'object', properties: {} } })] },
    fail: { tools: [exampleTool({ inputSchema: null })] },
  },
});
