import { exampleTool } from '../define.js';
import { defineShareRule } from '../share-rule.js';
import { describeFault } from './schema-not-object.js';

/** The first revision that allows any output schema. */
const ANY_SCHEMA_SINCE = '2026-07-28';

export const rule = defineShareRule({
  id: 'output-schema-not-object',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The output schema is not that of an object',
  why: 'Before revision 2026-07-28 the protocol allows only output schemas of type `object`. Strict clients reject the whole list of tools because of any other.',
  fix: 'Wrap the output in an object, such as `{ "type": "object", "properties": { "items": … } }`, or omit `outputSchema`.',
  lift: 'correct {n} output schema{s}',
  evidence: [
    {
      source: 'MCP specification 2025-11-25, Tool',
      says: '`outputSchema` is a JSON Schema object whose `type` is "object".',
    },
    { source: 'SEP-2106', says: 'From revision 2026-07-28 on, any JSON Schema is allowed.' },
  ],
  // Without a revision nobody knows which rule applies.
  check: ({ item }, { snapshot: { protocolVersion } }) =>
    item.outputSchema !== undefined &&
    typeof protocolVersion === 'string' &&
    protocolVersion < ANY_SCHEMA_SINCE
      ? describeFault(item, 'outputSchema')
      : [],
  examples: {
    pass: {
      protocolVersion: ANY_SCHEMA_SINCE,
      tools: [exampleTool({ outputSchema: { type: 'array', items: { type: 'number' } } })],
    },
    fail: {
      protocolVersion: '2025-11-25',
      tools: [exampleTool({ outputSchema: { type: 'array', items: { type: 'number' } } })],
    },
  },
  mutate: (tool, snapshot) => {
    snapshot.protocolVersion = '2025-11-25';
    tool.outputSchema = { type: 'array' };
    return true;
  },
});
