import { dirname } from 'node:path';
import { fatal, GRADER_VETO_TRIGGERS, HINT_PRIORITIES, NA_REASONS } from '@flowmcp/grading-core/commands';
import { z } from 'zod';
import { countAnswered, withDraft } from '../drafts.js';
import { problems, sayProblems, target } from '../shapes.js';
import { defineTool } from '../tool.js';

const answer = z.strictObject({
  questionId: z.string().describe('As the prompt names it.'),
  score: z
    .union([z.number().min(1).max(5), z.enum(['pass', 'fail', 'n/a'])])
    .describe('1 to 5, fractions allowed; pass or fail for a yes-or-no question; or n/a with a naReason.'),
  reasoning: z.string().describe('Why, from the material.'),
  evidence: z.string().optional().describe('A quote from the material.'),
  naReason: z.enum(NA_REASONS).optional().describe('Required with n/a, and only then.'),
});

const hint = z.strictObject({
  targetField: z.string().describe('Such as "tools.getStation.description".'),
  suggestion: z.string().describe('What to write there instead.'),
  priority: z.enum(HINT_PRIORITIES).describe('How much it matters.'),
});

export const tool = defineTool({
  name: 'submit_answers',
  title: 'Submit answers',
  description:
    'Saves the answers to one prompt, one for each of its questions. Saving again replaces them. Returns whether they can be handed in, and otherwise what is wrong with them.',
  hints: 'writes',
  input: z.strictObject({
    target,
    promptId: z.string().describe('As next_prompt gave it.'),
    taskId: z.string().describe('As next_prompt gave it.'),
    answers: z.array(answer).min(1).describe('In the order of the questions.'),
    hints: z.array(hint).default([]).describe('How to improve what was judged.'),
    veto: z
      .strictObject({
        triggeredBy: z.enum(GRADER_VETO_TRIGGERS).describe('Which veto.'),
        evidence: z.string().describe('The quote that proves it.'),
      })
      .optional()
      .describe('Only for what the material proves; normally left out.'),
  }),
  output: z.object({ accepted: z.boolean(), problems, answered: z.int(), total: z.int() }),
  run: ({ target: named, promptId, taskId, answers, hints, veto }, call) =>
    withDraft(call, named, (draft) => {
      // Prompts of different runs have the same ids.
      if (taskId !== draft.run.taskId) {
        throw fatal('DRF-002', undefined, { taskId, file: dirname(draft.run.file) });
      }
      const part = { answers, improvementHints: hints, ...(veto && { veto }) };
      const { problems: found } = draft.write(promptId, part);
      return { accepted: found.length === 0, problems: sayProblems(found), ...countAnswered(draft) };
    }),
});
