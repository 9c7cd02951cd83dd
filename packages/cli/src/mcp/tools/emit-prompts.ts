import { groupBy } from '@flowmcp/grading-core/commands';
import { emitPrompts } from '@flowmcp/grading-core/features/emit/run';
import { z } from 'zod';
import { emitOptions } from '../../run/emit.js';
import { NAMED, omitted, problems, sayProblems, target } from '../shapes.js';
import { defineTool, resultOf } from '../tool.js';

export const tool = defineTool({
  name: 'emit_prompts',
  title: 'Test tools and emit prompts',
  description:
    "Begins a grading run: calls the APIs of the target's tools with their declared tests, and writes a prompt for each part that a grader has to judge. Continues a run that is open, and never replaces one. Returns how many prompts there are, and what is blocked and why. Then let graders answer with next_prompt and submit_answers.",
  hints: 'writes and calls APIs',
  input: z.strictObject({
    target,
    offline: z.boolean().default(false).describe('Make no requests: use earlier test results.'),
    scope: z
      .enum(['pending', 'all'])
      .default('pending')
      .describe('What to ask about: what is new, changed or aged, or everything.'),
  }),
  output: z.object({
    taskId: z.string().nullable(),
    promptCount: z.int(),
    testsPassed: z.string().optional(),
    nothingDue: z.boolean(),
    blocked: z.array(z.object({ reason: z.string(), nodes: z.array(z.string()), count: z.int() })),
    problems,
    omitted,
  }),
  run: async ({ target: named, offline, scope }, { flags, workplace, onProgress }) => {
    const asked = { ...flags, offline, scope, mode: 'full', onConflict: 'skip' } as const;
    const options = { ...emitOptions(asked, workplace), targets: [named], keepOpenRun: true, onProgress };
    const result = await emitPrompts(options);
    const found = resultOf(result);
    const held = [
      ...found.blocked,
      ...found.gatedAreas.map(({ area, subject, reason }) => ({ node: `${area}/${subject}`, reason })),
      ...found.vetoes.map(({ node, triggeredBy }) => ({ node, reason: `vetoed: ${triggeredBy}` })),
    ];
    const passed = found.pretests.filter(({ status }) => status === 'ok').length;
    return {
      taskId: found.taskId,
      promptCount: found.promptCount,
      ...(found.pretests.length > 0 && { testsPassed: `${passed} of ${found.pretests.length} tools` }),
      nothingDue: found.nothingDue,
      blocked: [...groupBy(held, ({ reason }) => reason)].map(([reason, of]) => ({
        reason,
        nodes: of.slice(0, NAMED).map(({ node }) => node),
        count: of.length,
      })),
      problems: sayProblems([...result.errors, ...found.warnings]),
    };
  },
});
