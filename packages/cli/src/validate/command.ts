import { Command } from 'commander';
import { evaluateOption } from '../options/island-options.js';
import { rulesOption } from '../options/rules-option.js';
import type { Finish } from '../terminal/run-action.js';
import type { ValidateFlags } from './action.js';

/** `flowmcp validate`, which the Schemas-Spec calls `schema-check` (chapter 09). */
export function validateCommand(finish: Finish): Command {
  return new Command('validate')
    .alias('schema-check')
    .description('check files without importing them: every problem, with line and column')
    .argument(
      '<path...>',
      'provider folders, schema files, selections (.json or .mjs), or folders full of them',
    )
    .option('--strict', 'count warnings as errors')
    .addOption(evaluateOption())
    .addOption(
      rulesOption('rule book to check by, such as 3.0.3 (default: grading.rules in config.json, else 2.0.0)'),
    )
    .option('--details', 'list every problem, however many there are')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp validate providers/defillama\n  flowmcp validate schema.mjs --strict\n  flowmcp validate selections/port-calls',
    )
    .action(async (paths: string[], flags: ValidateFlags) => {
      const { validatePaths } = await import('./action.js');
      finish(await validatePaths(paths, flags));
    });
}
