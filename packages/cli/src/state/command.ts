import { Command } from 'commander';
import { addIslandOptions, type TargetFlags } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';

export interface StateFlags extends TargetFlags {
  readonly watch?: boolean;
}

export function stateCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('state')
      .description('the status of targets, node by node: what is blocked, why, and what to do next')
      .argument('[target...]', 'namespaces, schemas or tools of the island')
      .option('--all', 'every namespace of the island, with one line for each')
      .option('--watch', 'show the state again whenever it changes, until Ctrl-C'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading state defillama\n  flowmcp grading state --all\n  flowmcp grading state defillama --watch',
    )
    .action(async (targets: string[], flags: StateFlags) => {
      const { showState, watchState } = await import('./action.js');
      finish(await (flags.watch ? watchState(targets, flags) : showState(targets, flags)));
    });
}
