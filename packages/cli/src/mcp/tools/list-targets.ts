import type { Problem } from '@flowmcp/grading-core/commands';
import { readState, type TargetState } from '@flowmcp/grading-core/features/state/run';
import { z } from 'zod';
import { isTooLong } from '../answer.js';
import { next, omitted, problems, sayNext, sayProblems } from '../shapes.js';
import { defineTool } from '../tool.js';

const output = z.object({
  targets: z.array(z.object({ target: z.string(), status: z.string(), grade: z.string().nullable(), next })),
  nextCursor: z.string().optional(),
  problems: problems.optional(),
  omitted,
});

type Listed = Pick<TargetState, 'target' | 'rollupStatus' | 'rollupGrade' | 'nextAction'>;

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
    return choosePage(results, { limit, cursor, told });
  },
});

/** Problems named beside a page. */
const PROBLEMS = 20;

interface Page {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly told: readonly Problem[];
}

/** The targets after a cursor that fit into one result. Whatever was cut later would be missing from every page. */
export function choosePage(
  results: readonly Listed[],
  { limit, cursor, told }: Page,
): z.input<typeof output> {
  const start = cursor === undefined ? 0 : results.findIndex((found) => found.target === cursor) + 1;
  const left = results.slice(start);
  const pageOf = (count: number) => ({
    targets: left.slice(0, count).map(({ target, rollupStatus, rollupGrade, nextAction }) => ({
      target,
      status: rollupStatus,
      grade: rollupGrade,
      next: sayNext(nextAction),
    })),
    ...(count < left.length && { nextCursor: left[count - 1]?.target }),
    ...(told.length > 0 && { problems: sayProblems(told).slice(0, PROBLEMS) }),
    ...(told.length > PROBLEMS && { omitted: told.length - PROBLEMS }),
  });
  let count = limit;
  while (count > 1 && isTooLong(pageOf(count))) count = Math.floor(count / 2);
  return pageOf(count);
}
