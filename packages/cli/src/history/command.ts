import { Command } from 'commander';
import { addIslandOptions, type TargetFlags } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';

export function historyCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('history')
      .description('every entry of a node over time, who gave it, and what it changed')
      .argument('[target...]', 'namespaces, schemas or tools of the island')
      .option('--all', 'every namespace of the island'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading history defillama/tool/getPools\n  flowmcp grading history defillama --json',
    )
    .action(async (targets: string[], flags: TargetFlags) => {
      const { showHistory } = await import('./action.js');
      finish(await showHistory(targets, flags));
    });
}
