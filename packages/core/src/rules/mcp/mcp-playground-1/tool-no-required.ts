import { defineLintRule, exampleTool } from '../define.js';
import { membersOf, propertiesOf } from '../members.js';

const properties = { article: { type: 'string', description: 'Number of the article.' } };

export const rule = defineLintRule({
  id: 'tool-no-required',
  subject: 'tool',
  severity: 'info',
  title: 'The tool requires none of its parameters',
  why: 'If everything is optional, a model may call the tool with nothing and wonder at the answer. Mostly at least one parameter is needed and only nobody said so.',
  fix: 'List in `required` what a call can not do without. If all parameters are optional indeed, leave it: the point is lost in good faith.',
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
