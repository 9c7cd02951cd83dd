import { Command } from 'commander';
import { gradingDataOption } from '../options/island-options.js';
import { parsePort } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ReviewFlags } from './action.js';

export function reviewCommand(finish: Finish): Command {
  return new Command('review')
    .description('answer the open prompts by hand, on a page in your browser')
    .argument('<target>', 'a namespace or selection with an open run')
    .option('--by <name>', 'your name, recorded with every answer (required)')
    .option('--open', 'open the page in the browser of this machine')
    .option('--port <n>', 'port on 127.0.0.1 (default: any free one)', parsePort)
    .option(
      '--second-opinion',
      'answer the run that was graded last, without seeing its answers; changes no grade',
    )
    .addOption(gradingDataOption())
    .addHelpText(
      'after',
      `
The command prints an address that opens the page once; Enter prints a new one. What you type is saved, and kept when the
command ends. It ends by itself when you have handed in.

Examples:
  flowmcp grading review defillama --by ada --open
  flowmcp grading review defillama --by ada --port 4700   # over SSH: ssh -L 4700:127.0.0.1:4700 <host>
  flowmcp grading review defillama --by bob --second-opinion`,
    )
    .action(async (target: string, flags: ReviewFlags, command: Command) => {
      const { review } = await import('./action.js');
      // As `--version` prints it. Reading it here, too, would make it a file of its own that every start reads.
      const version = command.parent?.parent?.version() ?? '';
      finish(await review(target, flags, version));
    });
}
