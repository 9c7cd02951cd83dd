import { planGrading } from '@flowmcp/grading-core/features/plan/run';
import { z } from 'zod';
import { groupBy } from '../../terminal/problems.js';
import { omitted, problems, sayProblems, target } from '../shapes.js';
import { defineTool, resultOf } from '../tool.js';

export const tool = defineTool({
  name: 'plan_grading',
  title: 'Plan a grading',
  description:
    'Says what emit_prompts would ask about a target, and why, with the number of prompts and about how many tokens they take. Calls no API and writes nothing.',
  hints: 'reads',
  input: z.strictObject({ target }),
  output: z.object({
    prompts: z.int(),
    tokens: z.int(),
    due: z.array(z.object({ kind: z.string(), reason: z.string(), nodes: z.array(z.string()) })),
    problems,
    omitted,
  }),
  run: async ({ target: named }, { workplace: { island } }) => {
    const result = await planGrading({ island, targets: [named] });
    const found = resultOf(result);
    const groups = groupBy(found.nodes, ({ kind, reason }) => `${kind} ${reason}`);
    return {
      ...result.total,
      due: [...groups.values()].flatMap((nodes) => {
        const [first] = nodes;
        if (!first) return [];
        return [{ kind: first.kind, reason: first.reason, nodes: nodes.map(({ node }) => node) }];
      }),
      problems: sayProblems([...found.refusals, ...found.warnings]),
    };
  },
});
