import { defineOutcomeRule, exampleSchema, exampleTool } from '../define.js';
import { scoring } from './scoring.js';

const parameters = Array.from({ length: 14 }, (_, at) => `part_${at + 1}`);

export const rule = defineOutcomeRule({
  id: 'server-grade-f',
  severity: 'error',
  title: 'The grade is F without a single error',
  why: 'Many small faults make a server as hard to use as one big one. A check that fails only on errors would let it pass, so this issue counts as an error. It takes off no points.',
  fix: `Fix the warnings, the most frequent rule first, until the score is ${scoring.bands.at(-1)?.atLeast} or more; this issue then disappears.`,
  check: ({ grade, errors, score }) =>
    grade === 'F' && errors === 0 ? [{ detail: `${score} of ${scoring.full} points` }] : [],
  examples: {
    pass: { tools: [exampleTool()] },
    fail: {
      tools: [
        exampleTool({
          inputSchema: exampleSchema(
            Object.fromEntries(parameters.map((name) => [name, { type: 'string' }])),
          ),
        }),
      ],
    },
  },
});
