import { Command } from 'commander';
import { addIslandOptions, type TargetFlags } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';

export function rebuildCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('rebuild')
      .description('derive index.json again from the files of the island')
      .argument('[target...]', 'namespaces of the island')
      .option('--all', 'every namespace of the island'),
  )
    .addHelpText('after', '\nExamples:\n  flowmcp grading rebuild defillama\n  flowmcp grading rebuild --all')
    .action(async (targets: string[], flags: TargetFlags) => {
      const { rebuildIndexes } = await import('./action.js');
      finish(await rebuildIndexes(targets, flags));
    });
}
