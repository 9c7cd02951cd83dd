import { Command } from 'commander';
import { addIslandOptions, shardOption } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { VerifyFlags } from './action.js';

export function verifyCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('verify')
      .description('check every file of the island, and that each grade is what its evidence says')
      .argument('[target...]', 'namespaces or selections of the island')
      .option('--all', 'every target, and what lies beside them')
      .option('--strict', 'let warnings fail, and tell what goes beyond the specification')
      .option('--repair', 'write anew what is derived, move strays below .trash; facts are never touched')
      .option('--with-keys', 'look for the values of your API keys too')
      .addOption(shardOption()),
  );
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading verify defillama\n  flowmcp grading verify --all --strict\n  flowmcp grading verify --all --repair',
    )
    .action(async (targets: string[], flags: VerifyFlags) => {
      if (flags.shard && flags.repair) {
        command.error(
          '--repair can not be used with --shard: what is derived of a selection rests on all of its members',
        );
      }
      const { verifyIsland } = await import('./action.js');
      finish(await verifyIsland(targets, flags));
    });
}
