import { Command } from 'commander';
import type { Finish } from '../finish.js';
import { addIslandOptions, type TargetFlags } from '../island-option.js';

export interface ExplainFlags extends TargetFlags {
  readonly node?: string;
}

export function explainCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('explain')
      .description('the sum behind a grade: answers, weights, what was left out, and what would change it')
      .argument('[target...]', 'namespaces, schemas, tools or selections of the island')
      .option('--all', 'every target of the island')
      .option('--node <id>', 'one node only, as "grading state" names it: about, description, skills.…'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading explain defillama/tool/getPools\n  flowmcp grading explain defillama --node about\n  flowmcp grading explain selections/crypto --json',
    )
    .action(async (targets: string[], flags: ExplainFlags) => {
      const { explainTargets } = await import('../actions/explain-targets.js');
      finish(await explainTargets(targets, flags));
    });
}
