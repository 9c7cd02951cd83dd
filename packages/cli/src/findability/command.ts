import { Command, Option } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parseNumber, parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { FindabilityFlags } from './action.js';

const FORMATS = ['text', 'json', 'md'] as const;

export function findabilityCommand(finish: Finish): Command {
  const command = new Command('findability')
    .description('how well tools are found by the words of their tasks, and what would help')
    .argument('[target...]', 'schema files and provider folders; or namespaces and selections of the island')
    .option('--all', 'every target of the island')
    .option('--tasks <file>', 'tasks as JSON Lines (default: the tests of the targets)', parsePath)
    .option(
      '--in <folder>',
      'the catalogue in which to look: a folder of schemas, or an island (default: the given folders, or the island)',
      parsePath,
    )
    .addOption(new Option('--format <format>', 'format of the report (default: text)').choices(FORMATS))
    .option(
      '--min-found <share>',
      'fail if a smaller share of tasks finds its tool, 0 to 1',
      parseNumber(0, 1),
    );
  return addIslandOptions(command)
    .addHelpText(
      'after',
      '\nA task finds its tool if the tool comes first in its own namespace and among ten of the catalogue.\nNo model is asked, no request made and nothing written.\n\nExamples:\n  flowmcp findability providers/defillama --in schemas/v4.0.0/providers\n  flowmcp findability --all --format md\n  flowmcp findability defillama --tasks tasks.jsonl --min-found 0.9',
    )
    .action(async (targets: string[], flags: FindabilityFlags) => {
      const { json, format = 'json' } = flags;
      if (json && format !== 'json') command.error(`--json and --format ${format} would both be printed`);
      const { measure } = await import('./action.js');
      finish(await measure(targets, flags));
    });
}
