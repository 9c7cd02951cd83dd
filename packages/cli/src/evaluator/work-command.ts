import { Command, Option } from 'commander';
import { addEvaluatorOptions } from '../asking/evaluator-options.js';
import { parseRate } from '../asking/queue-options.js';
import { parseCount } from '../options/parse-options.js';
import type { Finish } from '../terminal/finish.js';
import type { EvaluatorWorkFlags } from './work.js';

/** `flowmcp evaluator work`: makes the calls of commands with --queue. */
export function workCommand(finish: Finish): Command {
  const command = new Command('work')
    .description('make the calls that commands with --queue have put into a Redis, on this machine')
    .requiredOption('--queue <address>', 'the Redis they share: redis://host:port/db, env:NAME or file:PATH')
    .option('--json', 'print one JSON document at the end');
  addEvaluatorOptions(command).optionsGroup('Calls:');
  return command
    .option('--concurrency <n>', 'calls at a time (default: 4)', parseCount)
    .addOption(
      new Option(
        '--rate <calls/seconds>',
        'at most so many, of all workers of this evaluator together; give all of them the same',
      ).argParser(parseRate),
    )
    .option(
      '--lost-after <s>',
      'without a sign of life for so long a worker is gone, and others take its calls (default: 15)',
      parseCount,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp evaluator work --queue redis://10.0.0.5:6379 --rate 50/1 --evaluator-command python3 score.py\n  flowmcp evaluator work --queue env:QUEUE --concurrency 16 --judge-model openai/gpt-5-mini\n\nKeys and headers are read here and stay here. Ctrl-C gives back what is under way.\nExit codes: 130 and 143 ended by a signal; 2 the evaluator or the queue can not be used, or was lost.',
    )
    .action(async (flags: EvaluatorWorkFlags) => {
      const { workForOthers } = await import('./work.js');
      finish(await workForOthers(flags));
    });
}
