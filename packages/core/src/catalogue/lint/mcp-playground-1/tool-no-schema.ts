import { defineLintRule } from '../define.js';
import { exampleTool } from '../example-tool.js';
import { foundAt, membersOf } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-no-schema',
  subject: 'tool',
  severity: 'warning',
  title: 'The tool has no input schema',
  why: 'The schema is the only place where arguments are named. Without it neither a model nor a form knows what to send; many clients refuse the whole list of tools.',
  fix: 'Add an `inputSchema`. A tool without arguments has one too: `{ "type": "object", "properties": {} }`.',
  check: ({ item }) => (membersOf(item.inputSchema) ? [] : foundAt(item, 'inputSchema')),
  examples: {
    pass: { tools: [exampleTool({ inputSchema: { type: 'object', properties: {} } })] },
    fail: { tools: [exampleTool({ inputSchema: null })] },
  },
});
