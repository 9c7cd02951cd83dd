import { Command } from 'commander';
import { addIslandOptions, shardOption } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { VerifyFlags } from './action.js';

export function verifyCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('verify')
      .description('check every file of the island, and whether each grade follows from its evidence')
      .argument('[target...]', 'namespaces or selections of the island')
      .option('--all', 'every target, and the files beside them')
      .option('--strict', 'fail on warnings, and report what goes beyond the specification')
      .option('--repair', 'rewrite what is derived, and move strays to .trash; facts are never touched')
      .option('--with-keys', 'also look for the values of your API keys')
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
          '--repair cannot be used with --shard: what is derived for a selection depends on all of its members',
        );
      }
      const { verifyIsland } = await import('./action.js');
      finish(await verifyIsland(targets, flags));
    });
}
