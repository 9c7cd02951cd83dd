import { splitPrompt } from '@flowmcp/grading-core/commands';
import { z } from 'zod';
import { withDraft } from '../drafts.js';
import { part, target } from '../shapes.js';
import { defineTool } from '../tool.js';

/** Sections for a driver, which no grader needs. */
const LEFT_OUT = ['Files to read', 'Goal-Block'];
/** The schema of submit_answers says what the JSON Schema of the answer says. */
const SUBMIT = 'Call submit_answers with the promptId, the taskId and one answer for each question.';

export const tool = defineTool({
  name: 'next_prompt',
  title: 'Read the next prompt',
  description:
    'Reads the next prompt of an open run that has no answers yet, or the one that is named. Its first line has the promptId and the taskId of the run, which submit_answers takes. The rest is the whole task of a grader: what to judge, the material and the questions.',
  hints: 'reads',
  input: z.strictObject({
    target,
    promptId: z.string().optional().describe('Id or number of a prompt; default: the next open one.'),
    part,
  }),
  run: ({ target: named, promptId, part: wanted }, call) =>
    withDraft(call, named, (draft) => {
      const { run } = draft;
      const next = promptId ?? run.prompts.find(({ answered }) => !answered)?.id;
      if (next === undefined) {
        return {
          text: `All ${run.prompts.length} prompts of ${run.target} are answered: hand_in takes them.`,
        };
      }
      const { number, prompt } = draft.read(next);
      return {
        head: `promptId ${prompt.id} (${number} of ${run.prompts.length}), taskId ${run.taskId}`,
        text: asTask(prompt.prompt),
        part: wanted,
      };
    }),
});

function asTask(prompt: string): string {
  const [head, ...sections] = splitPrompt(prompt);
  const kept = sections.filter(({ title }) => !LEFT_OUT.includes(title));
  const texts = kept.map(({ title, lines }) => {
    return `## ${title}\n\n${title === 'Output' ? SUBMIT : lines.join('\n')}`;
  });
  return [`# Grading: ${head?.title}`, ...texts].join('\n\n');
}
