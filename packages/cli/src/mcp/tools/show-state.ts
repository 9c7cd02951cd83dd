import { sayReason } from '@flowmcp/grading-core/commands';
import { readState } from '@flowmcp/grading-core/features/state/run';
import { z } from 'zod';
import { next, omitted, problems, sayNext, sayProblems, target } from '../shapes.js';
import { defineTool, resultOf } from '../tool.js';

export const tool = defineTool({
  name: 'show_state',
  title: 'Show state',
  description:
    'Shows how a target stands: status, grade and reason of each of its nodes (tools, schemas, skills, About), the improvement hints of graders, and the tool that takes the next step.',
  hints: 'reads',
  input: z.strictObject({
    target,
    onlyOpen: z.boolean().default(false).describe('Leave out nodes that are stable.'),
  }),
  output: z.object({
    status: z.string(),
    grade: z.string().nullable(),
    nodes: z.array(
      z.object({
        node: z.string(),
        status: z.string(),
        grade: z.string().optional(),
        reason: z.string().optional(),
      }),
    ),
    hints: z.array(
      z.object({ node: z.string(), field: z.string(), suggestion: z.string(), priority: z.string() }),
    ),
    next,
    problems,
    omitted,
  }),
  run: async ({ target: named, onlyOpen }, { workplace: { island } }) => {
    const found = resultOf(await readState({ island, targets: [named] }));
    const { rollupStatus, rollupGrade, nodes, nextAction, hints = [], warnings = [] } = found;
    return {
      status: rollupStatus,
      grade: rollupGrade,
      nodes: nodes
        .filter(({ status }) => !onlyOpen || status !== 'stable')
        .map((node) => {
          const reason = sayReason(node);
          const { status, grade } = node;
          return { node: node.node, status, ...(grade && { grade }), ...(reason && { reason }) };
        }),
      hints: hints.map(({ node, targetField: field, suggestion, priority }) => ({
        ...{ node, field, suggestion, priority },
      })),
      next: sayNext(nextAction),
      problems: sayProblems(warnings),
    };
  },
});
