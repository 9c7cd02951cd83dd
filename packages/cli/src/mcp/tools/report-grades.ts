import { reportGrades } from '@flowmcp/grading-core/features/report/run';
import { z } from 'zod';
import { UnusableInput } from '../../terminal/run-action.js';
import { part, target } from '../shapes.js';
import { defineTool } from '../tool.js';

export const tool = defineTool({
  name: 'report_grades',
  title: 'Report grades',
  description:
    'Writes a report on the grades of a target as Markdown, for people: statuses, grades, what costs points, findings and history.',
  hints: 'reads',
  input: z.strictObject({ target, part }),
  run: async ({ target: named, part: wanted }, { workplace: { island, home }, roots }) => {
    const written: string[] = [];
    const { errors } = await reportGrades({
      island,
      targets: [named],
      format: 'md',
      write: (text) => {
        written.push(text);
      },
      folders: { root: roots[0] ?? '', home },
    });
    if (errors.length > 0) throw new UnusableInput(errors);
    return { text: written.join(''), part: wanted };
  },
});
