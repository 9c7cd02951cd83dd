import { Command } from 'commander';
import { addBarOptions, parseDay } from '../options/gate-options.js';
import { addIslandOptions } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { GateFlags } from './action.js';

const EXAMPLES = `
Examples:
  flowmcp grading gate defillama --min-grade B
  flowmcp grading gate selections/crypto defillama --min-grade A
  flowmcp grading gate --all --baseline grading-baseline.json --update-baseline
  flowmcp grading gate --all --baseline grading-baseline.json --max-age-days 180`;

export function gateCommand(finish: Finish): Command {
  const command = new Command('gate')
    .description('for CI: fails under a bar, or where something is worse than a baseline')
    .argument('[target...]', 'namespaces or selections of the island')
    .option('--all', 'every target of the island');
  return addIslandOptions(
    addBarOptions(command)
      .option('--update-baseline', 'write the baseline anew: all nodes as they are now')
      .option(
        '--expires <day>',
        'with --update-baseline: last day of all that is accepted (default: the days stay)',
        parseDay,
      ),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (targets: string[], flags: GateFlags) => {
      const { gateTargets } = await import('./action.js');
      finish(await gateTargets(targets, flags));
    });
}
