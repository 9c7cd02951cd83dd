import { validateSources } from '@flowmcp/grading-core/features/import/validate';
import { z } from 'zod';
import { schemasSpecOf } from '../../options/named-rules.js';
import { omitted, paths, problems, sayProblems } from '../shapes.js';
import { defineTool } from '../tool.js';

const count = z.int();

export const tool = defineTool({
  name: 'validate_sources',
  title: 'Validate sources',
  description:
    'Checks schema files, provider folders and selections without importing them. Returns how many files are valid, and the problems, errors first, each with its place and what to do. Use it before import_sources and after each edit.',
  hints: 'reads',
  input: z.strictObject({
    paths,
    limit: z.int().min(1).max(200).default(50).describe('How many problems to list.'),
  }),
  output: z.object({
    valid: z.boolean(),
    files: count,
    validFiles: count,
    errors: count,
    warnings: count,
    problems,
    omitted,
  }),
  run: async ({ paths: named, limit }, { flags, roots }) => {
    const { status, results, errors } = await validateSources({
      paths: named,
      listRoots: roots,
      evaluate: flags.evaluate,
      schemasSpec: schemasSpecOf({}),
    });
    const checked = results.filter(({ skipped }) => !skipped);
    const all = [...new Set([...errors, ...results.flatMap((file) => file.problems)])];
    const countOf = (wanted: string) => all.filter(({ severity }) => severity === wanted).length;
    return {
      valid: status,
      files: checked.length,
      validFiles: checked.filter((file) => file.status).length,
      errors: countOf('error'),
      warnings: countOf('warning'),
      problems: sayProblems(all).slice(0, limit),
      ...(all.length > limit && { omitted: all.length - limit }),
    };
  },
});
