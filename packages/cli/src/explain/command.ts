import { Command, Option } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ExplainFlags } from './action.js';

export function explainCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('explain')
      .description(
        'the calculation behind a grade: answers, weights, what was left out, and what would change it',
      )
      .argument('[target...]', 'namespaces, schemas, tools or selections of the island')
      .option('--all', 'every target of the island')
      .option('--node <id>', 'one node only, as "grading state" names it: about, description, skills.…')
      .addOption(
        new Option('--format <format>', 'text, Markdown for an issue, or JSON (default: text)').choices([
          'text',
          'md',
          'json',
        ] satisfies ExplainFlags['format'][]),
      ),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading explain defillama/tool/getPools\n  flowmcp grading explain defillama --node about\n  flowmcp grading explain selections/crypto --json\n  flowmcp grading explain defillama/prices --format md',
    )
    .action(async (targets: string[], flags: ExplainFlags) => {
      const { explainTargets } = await import('./action.js');
      finish(await explainTargets(targets, flags));
    });
}
