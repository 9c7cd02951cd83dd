import { isRecord } from '../../../values/is-record.js';
import { exampleTool } from '../define.js';
import { foundAt } from '../members.js';
import { showValue } from '../reading/json-types.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-not-object',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The input schema is not that of an object',
  why: 'The protocol requires an input schema of type `object` for every tool. Strict clients reject the whole list of tools because of one that has none.',
  fix: 'Add an `inputSchema` with `"type": "object"`. A tool without arguments has one too: `{ "type": "object", "properties": {} }`.',
  lift: 'correct {n} input schema{s}',
  evidence: [
    {
      source: 'MCP specification, Tool',
      says: '`inputSchema` is a JSON Schema object whose `type` is "object".',
    },
  ],
  check: ({ item }) => describeFault(item, 'inputSchema'),
  examples: {
    pass: { tools: [exampleTool({ inputSchema: { type: 'object', properties: {} } })] },
    fail: { tools: [exampleTool({ inputSchema: { type: 'array' } })] },
    // Of a tool without a schema, nobody can tell what may be sent.
    also: ['input-undescribed'],
  },
  mutate: (tool) => {
    delete tool.inputSchema;
    return true;
  },
});

/** The violation of a tool whose schema under this key is not that of an object. */
export function describeFault(tool: Readonly<Record<string, unknown>>, key: string) {
  const schema = tool[key];
  if (schema === undefined) return foundAt(tool, key, 'there is none');
  if (!isRecord(schema)) return foundAt(tool, key, 'it is not an object');
  const type = own(schema, 'type');
  if (type === 'object') {
    const properties = own(schema, 'properties');
    if (properties === undefined || isRecord(properties)) return [];
    return [{ path: [key, 'properties'], detail: 'its properties are no object' }];
  }
  const detail = type === undefined ? 'it has no type' : `its type is ${showValue(type)}`;
  return [{ path: type === undefined ? [key] : [key, 'type'], detail }];
}
