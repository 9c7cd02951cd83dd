import { Command } from 'commander';
import type { Finish } from '../finish.js';
import { addIslandOptions, type TargetFlags } from '../island-option.js';

export function stateCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('state')
      .description('how targets stand, node by node: what is blocked, why, and what to do next')
      .argument('[target...]', 'namespaces, schemas or tools of the island')
      .option('--all', 'every namespace of the island, one line each'),
  )
    .addHelpText('after', '\nExamples:\n  flowmcp grading state defillama\n  flowmcp grading state --all')
    .action(async (targets: string[], flags: TargetFlags) => {
      const { showState } = await import('../actions/show-state.js');
      finish(await showState(targets, flags));
    });
}
