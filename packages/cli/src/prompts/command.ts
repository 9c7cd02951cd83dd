import { Command } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { PromptsFlags } from './action.js';

export function promptsCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('prompts')
      .description('the prompts of the newest run and who has answered them, or one of them to read')
      .argument('<target>', 'a namespace or selection of the island')
      .option(
        '--prompt <id or number>',
        'one prompt as Markdown: material, questions and what deserves 5, 3 and 1',
      )
      .option('--raw', 'with --prompt: the bytes that a model gets'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading prompts defillama\n  flowmcp grading prompts defillama --prompt 3\n  flowmcp grading prompts defillama --prompt 3 --raw | my-model',
    )
    .action(async (target: string, flags: PromptsFlags) => {
      const { showPrompts } = await import('./action.js');
      finish(await showPrompts(target, flags));
    });
}
