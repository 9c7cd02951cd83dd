import { addInput, exampleSchema, exampleTool } from '../define.js';
import { quote } from '../members.js';
import { resolveSchema } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-ref-dangling',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The reference leads nowhere',
  why: 'A client that cannot find what `$ref` names does not know what it may send. Most refuse the schema.',
  fix: 'Add the definition that `$ref` names, below `$defs` of the same schema, or correct the reference.',
  lift: 'correct {n} reference{s}',
  evidence: [],
  check: ({ node }) =>
    resolveSchema(node).kind === 'dangling'
      ? [{ path: ['$ref'], detail: quote(String(node.schema.$ref)) }]
      : [],
  examples: {
    pass: { tools: [exampleTool({ inputSchema: schemaWith({ $defs: { unit: { type: 'string' } } }) })] },
    fail: { tools: [exampleTool({ inputSchema: schemaWith({}) })] },
  },
  mutate: (tool) => addInput(tool, { $ref: '#/$defs/none-of-this-name', description: 'Unit of the result.' }),
});

function schemaWith(more: Readonly<Record<string, unknown>>) {
  return { ...exampleSchema({ unit: { $ref: '#/$defs/unit', description: 'Unit of the price.' } }), ...more };
}
