import { Command } from 'commander';
import { findIdle } from '../asking/server-options.js';
import { addBarOptions, parseDay } from '../options/gate-options.js';
import { addIslandOptions } from '../options/island-options.js';
import { parseNumber } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { GateFlags } from './action.js';

const EXAMPLES = `
Examples:
  flowmcp grading gate defillama --min-grade B
  flowmcp grading gate selections/crypto defillama --min-grade A
  flowmcp grading gate --all --baseline grading-baseline.json --update-baseline
  flowmcp grading gate --all --baseline grading-baseline.json --max-age-days 180
  flowmcp grading gate defillama --min-grade B --min-success 0.8`;

export function gateCommand(finish: Finish): Command {
  const command = new Command('gate')
    .description('for CI: fail if a grade is below a bar, or if something is worse than a baseline')
    .argument('[target...]', 'namespaces or selections of the island')
    .option('--all', 'every target of the island');
  return addIslandOptions(
    addBarOptions(command)
      .option(
        '--min-success <share>',
        'share of tasks that must succeed in the current trials of each target, with its own tools on offer',
        parseNumber(0, 1),
      )
      .option('--strict', 'with --min-success: fail if a trial has too few tasks to decide')
      .option('--update-baseline', 'rewrite the baseline: all nodes and trials as they are now')
      .option(
        '--expires <day>',
        'with --update-baseline: last day for everything that is accepted (default: existing days are kept)',
        parseDay,
      ),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (targets: string[], flags: GateFlags) => {
      const idle = findIdle(flags.minSuccess !== undefined, '--min-success', { '--strict': flags.strict });
      if (idle !== null) command.error(idle);
      const { gateTargets } = await import('./action.js');
      finish(await gateTargets(targets, flags));
    });
}
