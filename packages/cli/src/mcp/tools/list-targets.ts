import { readState } from '@flowmcp/grading-core/features/state/run';
import { z } from 'zod';
import { next, omitted, problems, sayNext, sayProblems } from '../shapes.js';
import { defineTool } from '../tool.js';

const output = z.object({
  targets: z.array(z.object({ target: z.string(), status: z.string(), grade: z.string().nullable(), next })),
  nextCursor: z.string().optional(),
  problems: problems.optional(),
  omitted,
});

export const tool = defineTool({
  name: 'list_targets',
  title: 'List targets',
  description:
    'Lists what has been imported: namespaces and selections, each with its status, its grade (A to F, null if ungraded) and the tool that takes the next step.',
  hints: 'reads',
  input: z.strictObject({
    limit: z.int().min(1).max(200).default(50).describe('How many to list.'),
    cursor: z.string().optional().describe('nextCursor of the call before.'),
  }),
  output,
  run: async ({ limit, cursor }, { workplace: { island } }) => {
    const { results, errors } = await readState({ island, targets: [], all: true });
    // An island without targets is an empty list here, and not a mistake.
    const told = errors.filter(({ code }) => code !== 'TGT-004');
    const start = cursor === undefined ? 0 : results.findIndex((found) => found.target === cursor) + 1;
    const shown = results.slice(start, start + limit);
    const last = shown.at(-1);
    return {
      targets: shown.map(({ target, rollupStatus, rollupGrade, nextAction, promptsPath }) => ({
        target,
        status: rollupStatus,
        grade: rollupGrade,
        next: sayNext(nextAction, promptsPath !== null),
      })),
      ...(last && last !== results.at(-1) && { nextCursor: last.target }),
      ...(told.length > 0 && { problems: sayProblems(told) }),
    };
  },
});
