import { addInput, exampleSchema, exampleTool } from '../define.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-enum-empty',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The enum allows no value',
  why: 'An `enum` lists the only values that are allowed. If it is empty or no list, no value is, and the tool cannot be called with this input.',
  fix: 'List the allowed values, or omit `enum` if any value is allowed.',
  lift: 'fill {n} empty enum{s}',
  evidence: [],
  check: ({ node: { schema } }) => {
    const values = own(schema, 'enum');
    if (values === undefined || (Array.isArray(values) && values.length > 0)) return [];
    return [{ path: ['enum'], detail: Array.isArray(values) ? 'it is empty' : 'it is no list' }];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: exampleSchema({ unit: unitOf(['kg', 'piece']) }) })] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ unit: unitOf([]) }) })] },
  },
  mutate: (tool) => addInput(tool, unitOf([])),
});

function unitOf(values: readonly string[]) {
  return { type: 'string', description: 'Unit of the price.', enum: values };
}
