import { Command } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parseBook } from '../options/rules-option.js';
import type { Finish } from '../terminal/run-action.js';
import type { SetRulesFlags } from './action.js';

export function rulesCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('rules')
      .description('which rule book the island follows, and which others are known; or give it another')
      .option(
        '--set <version,...>',
        'follow this rule book from now on, such as 3.0.3; nothing stored is changed, and every index is derived again',
        parseBook,
      )
      .option('--dry-run', 'show what --set would change, but write nothing'),
  );
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading rules\n  flowmcp grading rules --set 3.0.3 --dry-run\n  flowmcp grading rules --set 3.0.3',
    )
    .action(async (flags: SetRulesFlags) => {
      if (flags.dryRun && flags.set === undefined) command.error('--dry-run needs --set');
      const { changeRules, displayRules } = await import('./action.js');
      finish(await (flags.set ? changeRules(flags.set, flags) : displayRules(flags)));
    });
}
