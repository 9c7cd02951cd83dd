import { addInput, exampleSchema, exampleTool } from '../define.js';
import { hasSomeType, showValue, typesOf } from '../reading/json-types.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-enum-type',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'No allowed value has the required type',
  why: 'A value must be one of the `enum` or equal the `const`, and of the `type` too. If the two contradict each other, no value can be both, and every call is refused.',
  fix: 'Make the type fit the values: `"type": "string"` for texts, `"type": "integer"` for whole numbers.',
  lift: 'correct the values of {n} enum{s}',
  evidence: [],
  check: ({ node: { schema } }) => {
    const types = typesOf(schema);
    if (types === undefined) return [];
    const isExcluded = (value: unknown) => !hasSomeType(value, types);
    const values = own(schema, 'enum');
    return [
      ...(Array.isArray(values) && values.length > 0 && values.every(isExcluded)
        ? [['enum', values[0]]]
        : []),
      ...(Object.hasOwn(schema, 'const') && isExcluded(schema.const) ? [['const', schema.const]] : []),
    ].map(([key, value]) => ({
      path: [String(key)],
      detail: `${showValue(value)} is not of type ${types.join(' or ')}`,
    }));
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: exampleSchema({ tax: taxOf([7, 19.0]) }) })] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ tax: taxOf(['7', '19']) }) })] },
  },
  mutate: (tool) => addInput(tool, taxOf(['low', 'high'])),
});

function taxOf(values: readonly unknown[]) {
  return { type: 'integer', description: 'Rate of the tax, in percent.', enum: values };
}
