import { Command } from 'commander';
import { addIslandOptions, type TargetFlags } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';

export function agreementCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('agreement')
      .description('how far second opinions agree with the hand-in of the same run; changes no grade')
      .argument('[target...]', 'namespaces or selections of the island')
      .option('--all', 'every target with a second opinion'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading agreement defillama\n  flowmcp grading agreement --all --json',
    )
    .action(async (targets: string[], flags: TargetFlags) => {
      const { showAgreement } = await import('./action.js');
      finish(await showAgreement(targets, flags));
    });
}
