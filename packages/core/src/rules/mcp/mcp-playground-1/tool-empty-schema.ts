import { defineLintRule, exampleTool } from '../define.js';
import { membersOf, propertiesOf } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-empty-schema',
  subject: 'tool',
  severity: 'info',
  title: 'The input schema names no properties',
  why: 'Nobody can tell whether the tool really takes no arguments or whether they were forgotten.',
  fix: 'Add the `properties`. If the tool takes no arguments, say so with an empty object: `"properties": {}`.',
  check: ({ item }) => {
    const schema = membersOf(item.inputSchema);
    if (schema?.type !== 'object' || propertiesOf(item)) return [];
    return [{ path: Object.hasOwn(schema, 'properties') ? ['inputSchema', 'properties'] : ['inputSchema'] }];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: { type: 'object', properties: {} } })] },
    fail: { tools: [exampleTool({ inputSchema: { type: 'object' } })] },
  },
});
