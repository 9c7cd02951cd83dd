import { Command, Option } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parsePath } from '../options/parse-options.js';
import { rulesOption } from '../options/rules-option.js';
import type { Finish } from '../terminal/run-action.js';
import type { PlanFlags } from './action.js';

export function planCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('plan')
      .description(
        'what needs to be graded and why, what it would cost, and what other thresholds would change',
      )
      .argument('[target...]', 'namespaces, schemas, tools or selections of the island')
      .option('--all', 'every target of the island')
      .addOption(
        new Option('--scope <scope>', 'what is due, or everything (default: pending)').choices([
          'pending',
          'all',
        ]),
      )
      .option(
        '--grading-system <file>',
        'grade everything stored again with these thresholds, or those of a known version, and list what changes',
        parsePath,
      )
      .addOption(
        rulesOption(
          'plan as if the island followed this rule book, such as 3.0.3, and list what changes',
        ).conflicts('gradingSystem'),
      ),
  )
    .addHelpText(
      'after',
      '\nNo request is made, no evaluator is called and nothing is written.\n\nExamples:\n  flowmcp grading plan --all\n  flowmcp grading plan defillama --scope all\n  flowmcp grading plan --all --grading-system stricter.json\n  flowmcp grading plan --all --rules 3.0.3',
    )
    .action(async (targets: string[], flags: PlanFlags) => {
      const { planTargets } = await import('./action.js');
      finish(await planTargets(targets, flags));
    });
}
