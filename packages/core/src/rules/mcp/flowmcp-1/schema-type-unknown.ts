import { addInput, exampleSchema, exampleTool } from '../define.js';
import { showValue, typesOf } from '../reading/json-types.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-type-unknown',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The type is none of JSON Schema',
  why: 'No value has a type that JSON Schema does not define. Validators refuse the schema or every argument, so the tool cannot be called.',
  fix: 'Use `string`, `number`, `integer`, `boolean`, `object`, `array` or `null`, or a list of these.',
  lift: 'correct {n} type{s}',
  evidence: [],
  check: ({ node: { schema } }) => {
    const type = own(schema, 'type');
    return type === undefined || typesOf(schema) ? [] : [{ path: ['type'], detail: showValue(type) }];
  },
  examples: {
    pass: {
      tools: [
        exampleTool({
          inputSchema: exampleSchema({
            article: { type: ['string', 'null'], description: 'Number of the article.' },
          }),
        }),
      ],
    },
    fail: {
      tools: [
        exampleTool({
          inputSchema: exampleSchema({ day: { type: 'date', description: 'Day of the price.' } }),
        }),
      ],
    },
  },
  mutate: (tool) => addInput(tool, { type: 'text', description: 'Further words to look for.' }),
});
