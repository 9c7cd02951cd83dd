import { defineLintRule, exampleTool } from '../define.js';
import { membersOf } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-schema-not-object',
  subject: 'tool',
  severity: 'info',
  title: 'The type of the input schema is not "object"',
  why: 'Arguments are passed as one object, and the protocol requires the schema to say so. Strict clients reject a schema that does not.',
  fix: 'Put `"type": "object"` at the top of the schema, as this single word: a list of types does not count.',
  check: ({ item }) => {
    const schema = membersOf(item.inputSchema);
    if (!schema || schema.type === 'object') return [];
    return [{ path: Object.hasOwn(schema, 'type') ? ['inputSchema', 'type'] : ['inputSchema'] }];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: { type: 'object', properties: {} } })] },
    fail: { tools: [exampleTool({ inputSchema: { properties: {} } })] },
  },
});
