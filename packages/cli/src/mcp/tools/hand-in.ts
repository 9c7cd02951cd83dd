import { z } from 'zod';
import { gradingLines } from '../../run/render.js';
import { withDraft } from '../drafts.js';
import { omitted, problems, sayProblems, target } from '../shapes.js';
import { defineTool, resultOf } from '../tool.js';

export const tool = defineTool({
  name: 'hand_in',
  title: 'Hand in',
  description:
    'Hands in the saved answers of a run and writes the grades. Repeat the returned [GRADING] lines in your own message, unchanged: they prove what was written. Handing in twice changes nothing.',
  hints: 'writes',
  input: z.strictObject({
    target,
    model: z.string().min(1).max(256).describe('Id of the model that answered; it is recorded.'),
    allowMissing: z.boolean().default(false).describe('Hand in although some prompts have no answers.'),
  }),
  output: z.object({
    written: z.int(),
    lines: z.array(z.string()),
    status: z.string(),
    grade: z.string().nullable(),
    missing: z.array(z.string()),
    problems,
    omitted,
  }),
  run: ({ target: named, model, allowMissing }, call) =>
    withDraft(call, named, async (draft) => {
      const found = resultOf(await draft.handIn({ model, allowMissing }));
      return {
        written: found.written.length,
        lines: gradingLines(found),
        status: found.rollupStatus,
        grade: found.rollupGrade,
        missing: [...found.missingAreas],
        problems: sayProblems(found.warnings),
      };
    }),
});
