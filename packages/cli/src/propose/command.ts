import { Command } from 'commander';
import { parseCount } from '../options/parse-options.js';
import { rulesOption } from '../options/rules-option.js';
import type { Finish } from '../terminal/run-action.js';
import type { ProposeFlags } from './action.js';

export function proposeCommand(finish: Finish): Command {
  return new Command('propose')
    .description('tests for tools that have few, as a patch for git apply')
    .argument('<path...>', 'provider folders, schema files, or folders full of them')
    .option('--to <count>', 'different parameter sets that each tool should have', parseCount, 3)
    .addOption(
      rulesOption('rule book to check by, such as 3.0.3 (default: grading.rules in config.json, else 2.0.0)'),
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp propose providers/defillama\n  flowmcp propose providers --to 2 | git apply',
    )
    .action(async (paths: string[], flags: ProposeFlags) => {
      const { proposeForPaths } = await import('./action.js');
      finish(await proposeForPaths(paths, flags));
    });
}
