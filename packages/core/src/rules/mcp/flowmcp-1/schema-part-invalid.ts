import { isRecord } from '../../../values/is-record.js';
import { addInput, exampleSchema, exampleTool } from '../define.js';
import { showValue } from '../reading/json-types.js';
import { schemaParts } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-part-invalid',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'A part of the schema is no schema',
  why: 'Where JSON Schema expects a schema, such as the value of a property, it allows only an object, `true` or `false`. Validators refuse the whole schema because of anything else, so the tool cannot be called.',
  fix: 'Write the schema of the part, such as `{ "type": "string" }`, or `{}` if any value will do; or remove the part.',
  lift: 'correct {n} part{s} of schemas',
  evidence: [
    {
      source: 'JSON Schema 2020-12, section 10.3.2.1',
      says: 'The value of `properties` must be an object, and each value of it a valid JSON Schema.',
    },
  ],
  check: ({ node: { schema, path } }) =>
    schemaParts(schema)
      .filter(({ value }) => !isRecord(value) && typeof value !== 'boolean')
      // Another rule reports this one.
      .filter(({ steps }) => [...path, ...steps].join('/') !== 'inputSchema/properties')
      .map(({ steps, value = schema[String(steps[0])] }) => ({ path: steps, detail: showValue(value) })),
  examples: {
    pass: {
      tools: [exampleTool({ inputSchema: exampleSchema({ article: described({ type: 'string' }) }) })],
    },
    fail: {
      tools: [exampleTool({ inputSchema: exampleSchema({ article: described({ items: 'string' }) }) })],
    },
  },
  mutate: (tool) => addInput(tool, described({ items: 'text' })),
});

function described(article: Readonly<Record<string, unknown>>) {
  return { ...article, description: 'Number of the article.' };
}
