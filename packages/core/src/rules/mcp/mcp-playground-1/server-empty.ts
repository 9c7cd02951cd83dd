import { defineLintRule, exampleTool } from '../define.js';
export const rule = defineLintRule({
  id: 'server-empty',
  subject: 'server',
  severity: 'error',
  title: 'The server offers no tools, resources or prompts',
  why: 'There is nothing that a client could use, so there is nothing to grade and the score is 0. Often a key is missing, or the server offers its tools only after sign-in.',
  fix: 'Offer at least one tool, resource or prompt, and declare its capability in the answer to `initialize`: a list that is not declared is not requested.',
  zeroesScore: true,
  // A list that could not be read may hold anything.
  check: ({ snapshot: { tools, resources, prompts }, complete }) =>
    complete && tools.length + resources.length + prompts.length === 0 ? [{}] : [],
  examples: { pass: { tools: [exampleTool()] }, fail: {} },
});
