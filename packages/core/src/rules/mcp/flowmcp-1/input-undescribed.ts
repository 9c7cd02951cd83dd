import { addInput, exampleSchema, exampleTool } from '../define.js';
import { foundAt } from '../members.js';
import { describeInput } from '../reading/leaf-inputs.js';
import { defineShareRule } from '../share-rule.js';

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
  lift: 'describe {n} input{s}',
  evidence: [],
  right: 'by definition',
  check: ({ input }) => {
    if (describeInput(input)) return [];
    const isUnknown = input.resolved.length === 0;
    return foundAt(input.schema, 'description', isUnknown ? 'nothing says what may be sent' : undefined);
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ article: { type: 'string' } }) })] },
  },
  mutate: (tool) => addInput(tool, { type: 'string' }),
});
