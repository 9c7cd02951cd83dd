import { explainGrades } from '@flowmcp/grading-core/features/explain/run';
import { renderExplanations } from '@flowmcp/grading-core/features/report/logic/explanation-markdown';
import { z } from 'zod';
import { UnusableInput } from '../../terminal/run-action.js';
import { part, target } from '../shapes.js';
import { defineTool } from '../tool.js';

export const tool = defineTool({
  name: 'explain_grade',
  title: 'Explain a grade',
  description:
    "Explains how a grade came about, as Markdown: each question with its score, weight and the grader's reason, and the rule that made a letter of them.",
  hints: 'reads',
  input: z.strictObject({
    target,
    node: z.string().optional().describe('A node as show_state names it; default: all.'),
    part,
  }),
  run: async ({ target: named, node, part: wanted }, { workplace: { island } }) => {
    const { results, errors } = await explainGrades({ island, targets: [named], node });
    if (results.length === 0) throw new UnusableInput(errors);
    return { text: renderExplanations(results, { whole: node === undefined }), part: wanted };
  },
});
