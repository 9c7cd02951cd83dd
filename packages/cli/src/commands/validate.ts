import { validateSources } from '@flowmcp/grading-core';
import { Command } from 'commander';
import { runAction } from '../action.js';
import { formatProblem, printResult } from '../output.js';

interface Flags {
  readonly strict?: boolean;
  readonly json?: boolean;
}

export function validateCommand(finish: (code: number) => void): Command {
  return new Command('validate')
    .description('the import gate on its own: every problem of every file, with line and column')
    .argument('<path...>', 'provider folders, .mjs files, or folders of provider folders')
    .option('--strict', 'count warnings as errors')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp validate providers/defillama\n  flowmcp validate schema.mjs --strict',
    )
    .action(async (paths: string[], flags: Flags) => {
      await runAction({
        json: flags.json ?? false,
        finish,
        run: () => validateSources({ paths, strict: flags.strict ?? false }),
        show: ({ results }) => {
          const problems = results.flatMap((result) => result.problems);
          for (const found of problems) printResult(formatProblem(found));
          const count = (severity: string) => problems.filter((found) => found.severity === severity).length;
          const good = results.filter(({ status }) => status).length;
          printResult(
            `${good} of ${results.length} files are valid; ${count('error')} errors, ${count('warning')} warnings`,
          );
        },
      });
    });
}
