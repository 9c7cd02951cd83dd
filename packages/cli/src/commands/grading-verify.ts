import { Command } from 'commander';
import type { Finish } from '../finish.js';
import { addIslandOptions, type TargetFlags } from '../island-option.js';

export interface VerifyFlags extends TargetFlags {
  readonly strict?: boolean;
  readonly repair?: boolean;
  readonly withKeys?: boolean;
}

export function verifyCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('verify')
      .description('check every file of the island, and that each grade is what its evidence says')
      .argument('[target...]', 'namespaces or selections of the island')
      .option('--all', 'every target, and what lies beside them')
      .option('--strict', 'let warnings fail, and tell what goes beyond the specification')
      .option('--repair', 'write anew what is derived, move strays below .trash; facts are never touched')
      .option('--with-keys', 'look for the values of your API keys too'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading verify defillama\n  flowmcp grading verify --all --strict\n  flowmcp grading verify --all --repair',
    )
    .action(async (targets: string[], flags: VerifyFlags) => {
      const { verifyIsland } = await import('../actions/verify-island.js');
      finish(await verifyIsland(targets, flags));
    });
}
