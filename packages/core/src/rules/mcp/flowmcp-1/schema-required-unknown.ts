import { isRecord } from '../../../values/is-record.js';
import { exampleSchema, exampleTool } from '../define.js';
import type { Members } from '../members.js';
import { showValue } from '../reading/json-types.js';
import { oncePer } from '../reading/once-per.js';
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
    const unknown = withoutDefined(new Set<unknown>(required), node);
    return required.flatMap((name: unknown, at) =>
      // A name that occurs twice is reported once.
      unknown.delete(name) ? [{ path: ['required', at], detail: showValue(name) }] : [],
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

/** The names that are defined neither by the schema, nor by its `$ref`, a branch of it, or a pattern of names. */
function withoutDefined(names: Set<unknown>, node: SchemaNode): Set<unknown> {
  const { schema } = resolveSchema(node);
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => own(schema, key)).filter(isRecord);
  const all = [schema, ...branches.map((branch) => resolveSchema({ ...node, schema: branch }).schema)];
  const mapsOf = (key: string) => new Set(all.map((one) => own(one, key)).filter(isRecord));
  for (const map of mapsOf('properties')) {
    const defined = keysOf(map);
    // Whichever is shorter: many schemas may refer to one with thousands of properties.
    for (const name of defined.length < names.size ? defined : names) {
      if (typeof name === 'string' && Object.hasOwn(map, name)) names.delete(name);
    }
  }
  const patterns = [...mapsOf('patternProperties')].flatMap(keysOf).map(compile);
  if (patterns.length === 0) return names;
  const isOutOfReach = patterns.length > MOST_PATTERNS || patterns.includes(undefined);
  const mayMatch = (name: unknown) =>
    typeof name === 'string' &&
    (isOutOfReach || name.length > LONGEST_NAME || patterns.some((pattern) => pattern?.test(name)));
  return new Set([...names].filter((name) => !mayMatch(name)));
}

const keysOf = oncePer((map: Members) => Object.keys(map));

// What may take long, or cannot be compiled, is not tried: it may match, so nothing is reported.
const MOST_PATTERNS = 10;
const LONGEST_NAME = 50;
/** A repeated group, or a second repetition: such a pattern may take years for a short name. */
const MAY_HANG = /\)[*+?{]|[*+?{].*[*+?{]/s;

function compile(pattern: string): RegExp | undefined {
  if (MAY_HANG.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
