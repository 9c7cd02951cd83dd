import { groupBy } from '@flowmcp/grading-core/commands';
import { planGrading } from '@flowmcp/grading-core/features/plan/run';
import { z } from 'zod';
import { NAMED, omitted, problems, sayProblems, target } from '../shapes.js';
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
    due: z.array(
      z.object({ kind: z.string(), reason: z.string(), nodes: z.array(z.string()), count: z.int() }),
    ),
    problems,
    omitted,
  }),
  run: async ({ target: named }, { workplace: { island } }) => {
    const result = await planGrading({ island, targets: [named] });
    const found = resultOf(result);
    return {
      ...result.total,
      due: groupDue(found.nodes),
      problems: sayProblems([...found.refusals, ...found.warnings]),
    };
  },
});

/** Nodes by the reason they are due: the first of each, and their number. */
export function groupDue<T extends { readonly kind: string; readonly reason: string; readonly node: string }>(
  due: readonly T[],
) {
  return [...groupBy(due, ({ kind, reason }) => `${kind} ${reason}`).values()].flatMap((nodes) => {
    const [first] = nodes;
    if (!first) return [];
    const { kind, reason } = first;
    return [{ kind, reason, nodes: nodes.slice(0, NAMED).map(({ node }) => node), count: nodes.length }];
  });
}
