import { addInput, exampleSchema, exampleTool } from '../define.js';
import type { Members } from '../members.js';
import { hasSomeType, showValue, typesOf } from '../reading/json-types.js';
import { oncePer } from '../reading/once-per.js';
import { own, resolveSchema } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-default-conflict',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The default is not an allowed value',
  why: 'A model or a form that sends the default gets an error, though the schema offers it. Validators that fill in defaults refuse every call without the input.',
  fix: 'Choose a default that the schema allows, with its type and within its bounds, or omit it.',
  lift: 'correct {n} default{s}',
  evidence: [],
  check: ({ node }) => {
    const value = own(node.schema, 'default');
    if (value === undefined || value === null) return [];
    const conflict = describeConflict(value, resolveSchema(node).schema);
    const detail = `${showValue(value)} ${conflict}`;
    return conflict === undefined ? [] : [{ path: ['default'], detail }];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: exampleSchema({ amount: amountOf(1) }) })] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ amount: amountOf(0) }) })] },
  },
  mutate: (tool) => addInput(tool, amountOf('one')),
});

function describeConflict(value: unknown, schema: Members): string | undefined {
  const types = typesOf(schema);
  if (types && !hasSomeType(value, types)) return `is not of type ${types.join(' or ')}`;
  const values = own(schema, 'enum');
  const isListed = !Array.isArray(values) || values.length === 0 || setOf(values).has(value);
  if (typeof value !== 'object' && !isListed) return 'is not in the enum';
  const [size, least, most] = measure(value);
  if (size === undefined) return undefined;
  const isOut = (key: string, test: (bound: number) => boolean) => {
    const bound = own(schema, key);
    return typeof bound === 'number' && test(bound);
  };
  if (isOut(least, (bound) => size < bound)) return `is below ${least}`;
  if (isOut(most, (bound) => size > bound)) return `is above ${most}`;
  if (typeof value !== 'number') return undefined;
  return isOut('exclusiveMinimum', (bound) => size <= bound) ||
    isOut('exclusiveMaximum', (bound) => size >= bound)
    ? 'is on the wrong side of an exclusive bound'
    : undefined;
}

/** Made once for each list: thousands of inputs may refer to one. */
const setOf = oncePer((values: readonly unknown[]) => new Set(values));

/** What the bounds of a value limit, and their names. */
function measure(value: unknown): readonly [number | undefined, string, string] {
  if (typeof value === 'number') return [value, 'minimum', 'maximum'];
  if (typeof value === 'string') return [[...value].length, 'minLength', 'maxLength'];
  return [Array.isArray(value) ? value.length : undefined, 'minItems', 'maxItems'];
}

function amountOf(value: unknown) {
  return { type: 'integer', description: 'Number of pieces to buy.', minimum: 1, default: value };
}
