import { addInput, exampleSchema, exampleTool } from '../define.js';
import { foundAt, quote } from '../members.js';
import { describeInput } from '../reading/leaf-inputs.js';
import { defineShareRule } from '../share-rule.js';
import { isPlaceholder } from './description-placeholder.js';

export const rule = defineShareRule({
  id: 'input-placeholder',
  subject: 'input',
  class: 'smell',
  group: 'inputs',
  loss: 1,
  severity: 'warning',
  title: 'The description of the input is a placeholder',
  why: 'A text such as "TODO" or "string" does not tell a model what to send, and hides from the author that the description is missing.',
  fix: 'Say what the value means, its format, and an example where the format is not obvious.',
  lift: 'replace {n} placeholder{s} of inputs',
  evidence: [],
  check: ({ input }) => {
    const { text } = describeInput(input) ?? { text: '' };
    return isPlaceholder(text) ? foundAt(input.schema, 'description', quote(text)) : [];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: schemaWith('String of ten digits.') })] },
    fail: { tools: [exampleTool({ inputSchema: schemaWith('string') })] },
  },
  mutate: (tool) => addInput(tool, { type: 'string', description: 'TBD' }),
});

function schemaWith(description: string) {
  return exampleSchema({ article: { type: 'string', description } });
}
