import { addInput, exampleSchema, exampleTool } from '../define.js';
import { describeInput } from '../reading/leaf-inputs.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'input-described-in-branch',
  subject: 'input',
  class: 'smell',
  group: 'inputs',
  loss: 0.25,
  severity: 'info',
  title: 'Only a part of the input is described',
  why: 'Clients show the description of the input itself. One that stands in a branch (`anyOf`, `oneOf`, `allOf`) or in `items` is left out of forms, and some conversions for models drop it.',
  fix: 'Put a `description` beside `anyOf`, `oneOf`, `allOf` or `items`, where the input is defined.',
  lift: 'describe {n} input{s} as a whole',
  evidence: [],
  right: 6,
  check: ({ input }) => (describeInput(input)?.isAtInput === false ? [{}] : []),
  examples: {
    pass: {
      tools: [
        exampleTool({ inputSchema: exampleSchema({ article: articleWith('Number of the article.') }) }),
      ],
    },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ article: articleWith(undefined) }) })] },
  },
  mutate: (tool) => addInput(tool, articleWith(undefined)),
});

function articleWith(description: string | undefined) {
  const branches = [{ type: 'string', description: 'Number on the label.' }, { type: 'integer' }];
  return { anyOf: branches, ...(description !== undefined && { description }) };
}
