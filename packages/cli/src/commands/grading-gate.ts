import { Command, Option } from 'commander';
import type { Finish } from '../finish.js';
import { addIslandOptions, type TargetFlags } from '../island-option.js';
import { parseCountFromZero, parseNumber, parsePath } from '../parse-options.js';

export interface GateFlags extends TargetFlags {
  readonly minGrade?: 'A' | 'B' | 'C' | 'D' | 'F';
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly maxAgeDays?: number;
  readonly noise?: number;
}

export function gateCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('gate')
      .description('for CI: fails under a bar, or where something is worse than a baseline')
      .argument('[target...]', 'namespaces or selections of the island')
      .option('--all', 'every target of the island')
      .addOption(
        new Option('--min-grade <letter>', 'worst grade that passes').choices(['A', 'B', 'C', 'D', 'F']),
      )
      .option('--baseline <file>', 'nodes as they were accepted; only what is worse fails', parsePath)
      .option('--update-baseline', 'write the baseline anew: all nodes as they are now')
      .option('--max-age-days <n>', 'oldest grade that passes', parseCountFromZero)
      .option('--noise <points>', 'drop of a score that is no news (default: 0.2)', parseNumber(0, 4)),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading gate defillama --min-grade B\n  flowmcp grading gate --all --baseline grading-baseline.json --update-baseline\n  flowmcp grading gate --all --baseline grading-baseline.json --max-age-days 180',
    )
    .action(async (targets: string[], flags: GateFlags) => {
      const { gateTargets } = await import('../actions/gate-targets.js');
      finish(await gateTargets(targets, flags));
    });
}
