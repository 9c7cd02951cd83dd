import { Command, Option } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parseCount, parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { FindFlags } from './action.js';

/** Listed here so that --help loads nothing from the core. */
const ENGINES = ['words', 'flowmcp-cli'] as const;
const SHOWN_BY_CLI = 10;

export function findCommand(finish: Finish): Command {
  const command = new Command('find')
    .description('find tools by words, without a model')
    .argument('<text...>', 'what a tool should do')
    .option('--in <folder>', 'a folder of schemas, or an island (default: your island)', parsePath)
    .addOption(
      new Option('--engine <engine>', 'BM25 over all words, or the search that flowmcp-cli has')
        .choices(ENGINES)
        .default('words'),
    )
    .option('--limit <n>', 'maximum number of results', parseCount, SHOWN_BY_CLI);
  return addIslandOptions(command)
    .addHelpText(
      'after',
      '\nNo model is asked, no request made and nothing written.\n\nExamples:\n  flowmcp find "average gas price on polygon"\n  flowmcp find weather berlin --in schemas/v4.0.0/providers --engine flowmcp-cli',
    )
    .action(async (words: string[], flags: FindFlags) => {
      if (flags.engine === 'flowmcp-cli' && flags.limit > SHOWN_BY_CLI) {
        command.error(`flowmcp-cli shows at most ${SHOWN_BY_CLI} tools; a smaller --limit was expected`);
      }
      const { find } = await import('./action.js');
      finish(await find(words.join(' '), flags));
    });
}
