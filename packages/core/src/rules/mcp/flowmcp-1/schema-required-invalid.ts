import { isRecord } from '../../../values/is-record.js';
import { exampleSchema, exampleTool } from '../define.js';
import { showValue } from '../reading/json-types.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

const properties = { article: { type: 'string', description: 'Number of the article.' } };

export const rule = defineShareRule({
  id: 'schema-required-invalid',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The required properties are no list of unique names',
  why: 'JSON Schema requires a list in which no name occurs twice. Strict validators refuse any other schema, and with it every call.',
  fix: 'Write `required` as a list beside `properties`, with each name once. A property is not required by `"required": true` inside it.',
  lift: 'correct {n} list{s} of required properties',
  evidence: [
    { source: 'JSON Schema 2020-12, required', says: 'It MUST be an array of strings that are unique.' },
  ],
  check: ({ node: { schema } }) => {
    const required = own(schema, 'required');
    if (required === undefined) return [];
    if (!Array.isArray(required)) return [{ path: ['required'], detail: 'it is no list' }];
    const seen = new Set<unknown>();
    const twice = required.findIndex((name) => seen.has(name) || !seen.add(name));
    if (twice === -1) return [];
    return [{ path: ['required', twice], detail: `${showValue(required[twice])} occurs twice` }];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: exampleSchema(properties) })] },
    fail: {
      tools: [exampleTool({ inputSchema: { type: 'object', properties, required: ['article', 'article'] } })],
    },
  },
  mutate: ({ inputSchema }) => {
    if (!isRecord(inputSchema)) return false;
    inputSchema.required = true;
    return true;
  },
});
