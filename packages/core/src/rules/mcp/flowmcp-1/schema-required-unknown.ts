import { isRecord } from '../../../values/is-record.js';
import { exampleSchema, exampleTool } from '../define.js';
import type { Members } from '../members.js';
import { showValue } from '../reading/json-types.js';
import { own, resolveSchema } from '../reading/schema-nodes.js';
import { defineShareRule, type SchemaNode } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-required-unknown',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'A required property is not defined',
  why: 'A call without the property is refused, but nothing says what the property is. A model never sends it, or invents a value.',
  fix: 'Define the property below `properties`, or take its name out of `required`. Names are case-sensitive.',
  lift: 'define {n} required name{s}',
  evidence: [],
  // In a branch, the properties may stand outside of it.
  check: ({ node }) => {
    const required = own(node.schema, 'required');
    if (node.isInBranch || !isRecord(own(node.schema, 'properties')) || !Array.isArray(required)) return [];
    return required.flatMap((name: unknown, at) =>
      isDefined(name, node) || required.indexOf(name) < at
        ? []
        : [{ path: ['required', at], detail: showValue(name) }],
    );
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ inputSchema: { ...exampleSchema({}), required: ['article'] } })] },
  },
  mutate: (tool) => {
    const { inputSchema } = tool;
    if (!isRecord(inputSchema)) return false;
    const { properties, required } = inputSchema;
    inputSchema.properties = isRecord(properties) ? properties : {};
    inputSchema.required = [...(Array.isArray(required) ? required : []), 'not_defined_anywhere'];
    return true;
  },
});

/** Whether a property is defined by the schema, its `$ref`, a branch of it, or a pattern of names. */
function isDefined(name: unknown, node: SchemaNode): boolean {
  if (typeof name !== 'string') return false;
  const { schema } = resolveSchema(node);
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => own(schema, key)).filter(isRecord);
  return [schema, ...branches.map((branch) => resolveSchema({ ...node, schema: branch }).schema)].some(
    (one) => hasProperty(one, name),
  );
}

function hasProperty(schema: Members, name: string): boolean {
  const properties = own(schema, 'properties');
  const patterns = own(schema, 'patternProperties');
  if (isRecord(properties) && Object.hasOwn(properties, name)) return true;
  return isRecord(patterns) && Object.keys(patterns).some((pattern) => matchesName(pattern, name));
}

function matchesName(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    // Another rule reports the pattern; what it would match is unknown.
    return true;
  }
}
