import { isRecord } from '../../../values/is-record.js';
import { exampleSchema, exampleTool } from '../define.js';
import { foundAt, isBlank, type Members } from '../members.js';
import { resolveSchema } from '../reading/schema-nodes.js';
import { defineShareRule, type LeafInput } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'input-undescribed',
  subject: 'input',
  class: 'smell',
  group: 'inputs',
  loss: 1,
  severity: 'warning',
  title: 'The input has no description',
  why: 'A model fills in an input by its description. Without one it guesses the meaning, the unit and the format from the name.',
  fix: 'Add a `description`: what the value means, its format, and an example where the format is not obvious.',
  evidence: [],
  check: ({ input }) => (isDescribed(input) ? [] : foundAt(input.schema, 'description')),
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ article: { type: 'string' } }) })] },
  },
  mutate: ({ inputSchema }) => {
    const properties =
      isRecord(inputSchema) && isRecord(inputSchema.properties) ? inputSchema.properties : {};
    const [name] = Object.keys(properties);
    if (name === undefined) return false;
    properties[name] = { type: 'string' };
    return true;
  },
});

/** Whether a description stands at the input, at its `$ref`, in a branch or in its items. */
function isDescribed({ resolved, root, path }: LeafInput): boolean {
  if (!isBlank(resolved.description)) return true;
  return innerSchemas(resolved).some(
    (schema) => !isBlank(resolveSchema({ schema, root, path }).schema.description),
  );
}

function innerSchemas({ anyOf, oneOf, allOf, items }: Members): Members[] {
  return [anyOf, oneOf, allOf, items].flat().filter(isRecord);
}
