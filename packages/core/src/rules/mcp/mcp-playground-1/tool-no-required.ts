import { defineLintRule, exampleTool } from '../define.js';
import { membersOf, propertiesOf } from '../members.js';

const properties = { article: { type: 'string', description: 'Number of the article.' } };

export const rule = defineLintRule({
  id: 'tool-no-required',
  subject: 'tool',
  severity: 'info',
  title: 'The tool requires none of its parameters',
  why: 'If everything is optional, a model may call the tool without arguments and get an unexpected answer. Usually at least one parameter is needed, but nobody said so.',
  fix: 'List in `required` what a call cannot do without. If all parameters really are optional, leave it as it is and accept the lost point.',
  check: ({ item }) => {
    const found = propertiesOf(item);
    if (!found || Object.keys(found).length === 0) return [];
    const schema = membersOf(item.inputSchema) ?? {};
    if (Array.isArray(schema.required) && schema.required.length > 0) return [];
    return [{ path: Object.hasOwn(schema, 'required') ? ['inputSchema', 'required'] : ['inputSchema'] }];
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ inputSchema: { type: 'object', properties } })] },
  },
});
