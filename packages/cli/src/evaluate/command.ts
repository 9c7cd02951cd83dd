import { Command } from 'commander';
import { addAskingOptions, addEvaluatorOptions, queueOption } from '../asking/evaluator-options.js';
import { addIslandOptions, shardOption } from '../options/island-options.js';
import { parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { EvaluateFlags } from './action.js';

/** `flowmcp grading evaluate`: stage 2 without an agent. */
export function evaluateCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('evaluate')
      .description('stage 2: let an evaluator answer the open prompts, and write a scores file')
      .argument(
        '[target...]',
        'defillama, selections/crypto, or a provider folder whose prompts have been emitted',
      )
      .option('--all', 'every namespace and selection with an open run'),
  )
    .option(
      '--out <file>',
      'also write the scores there; they are always kept in evaluations/ in the folder of the target in the island',
      parsePath,
    )
    .option('--dry-run', 'show how many calls and tokens it would take, without calling the evaluator')
    .addOption(shardOption());
  return addAskingOptions(addEvaluatorOptions(command, true))
    .addOption(queueOption())
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading evaluate defillama --evaluator-command python3 score.py\n  flowmcp grading evaluate --all --dry-run --judge-model openai/gpt-5-mini\n\nAnswers are kept: if you repeat the command, it asks only for those that are missing.\nExit codes: 0 everything is scored, whatever the scores; 2 something is not.',
    )
    .action(async (targets: string[], flags: EvaluateFlags) => {
      if (flags.out !== undefined && (flags.all || targets.length !== 1)) {
        command.error(`--out takes exactly one target, found ${flags.all ? '--all' : targets.length}`);
      }
      if (flags.out !== undefined && flags.dryRun) command.error('--out cannot be used with --dry-run');
      const { evaluate } = await import('./action.js');
      finish(await evaluate(targets, flags));
    });
}
