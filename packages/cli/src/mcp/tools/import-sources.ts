import { importSources } from '@flowmcp/grading-core/features/import/run';
import { z } from 'zod';
import { UnusableInput } from '../../terminal/run-action.js';
import { omitted, paths, problems, sayProblems } from '../shapes.js';
import { defineTool } from '../tool.js';

const names = z.array(z.string());

export const tool = defineTool({
  name: 'import_sources',
  title: 'Import sources',
  description:
    'Takes provider folders, schema files or selections into the grading store, so that they can be graded. Unchanged files write nothing. A folder with an invalid file is not imported: its problems say what to mend. Returns the targets for emit_prompts.',
  hints: 'writes',
  input: z.strictObject({ paths }),
  output: z.object({
    targets: names,
    imported: names,
    unchanged: z.int(),
    rejected: names,
    problems,
    omitted,
  }),
  run: async ({ paths: named }, { flags, roots, workplace: { island, config }, onProgress }) => {
    const { results, errors } = await importSources({
      island,
      paths: named,
      listRoots: roots,
      evaluate: flags.evaluate,
      rulesOfNew: config.rules,
      onProgress,
    });
    if (results.length === 0) throw new UnusableInput(errors);
    return {
      targets: results.map((found) =>
        found.flow === 'provider' ? found.namespace : `selections/${found.selectionId}`,
      ),
      imported: results.flatMap((found) =>
        found.imported.map(({ schema }) =>
          found.flow === 'provider' ? `${found.namespace}/${schema}` : schema,
        ),
      ),
      unchanged: results.reduce((sum, { skipped }) => sum + skipped.length, 0),
      rejected: results.flatMap(({ rejected }) => rejected.map(({ file }) => file)),
      problems: sayProblems([...errors, ...results.flatMap(({ warnings }) => warnings)]),
    };
  },
});
