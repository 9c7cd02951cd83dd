import { Command, InvalidArgumentError, Option } from 'commander';
import {
  addAskingOptions,
  addEvaluatorOptions,
  parseRate,
  queueOption,
} from '../asking/evaluator-options.js';
import { parseCount, parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { EvaluatorCheckFlags, EvaluatorRunFlags } from './action.js';
import type { EvaluatorWorkFlags } from './work.js';

/** The commands that concern only evaluators (design/evaluators). */
export function evaluatorCommands(finish: Finish): Command[] {
  return [checkCommand(finish), runCommand(finish), workCommand(finish), serveSchemaCommand(finish)];
}

function checkCommand(finish: Finish): Command {
  const command = new Command('check')
    .description('check whether an evaluator can be used: program, folder, address, and one real call')
    .option('--dataset <file>', 'examples; the first one is sent with the call', parsePath)
    .option('--json', 'print one JSON document');
  return addEvaluatorOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp evaluator check --evaluator-url http://127.0.0.1:8080/score\n  flowmcp evaluator check --evaluator-command node grade.mjs --strict',
    )
    .action(async (flags: EvaluatorCheckFlags) => {
      const { checkTheEvaluator } = await import('./action.js');
      finish(await checkTheEvaluator(flags));
    });
}

function runCommand(finish: Finish): Command {
  const command = new Command('run')
    .description('have a candidate scored: once, or once for each example of a dataset')
    .requiredOption('--candidate <file>', 'the text to score; - reads stdin', parsePath)
    .option(
      '--dataset <file>',
      'no more than 10,000 examples: JSON Lines, a JSON array (.json) or CSV (.csv)',
      parsePath,
    )
    .option('--valset <file>', 'examples to validate with; needs --dataset', parsePath)
    .option('--limit <n>', 'use only the first n examples of each set', parseCount)
    .option(
      '--repeats <n>',
      'score each example n times, and show the mean and how far the scores lie apart (default: 1)',
      parseCount,
    )
    .option('--min-mean <score>', 'fail if the mean of a set is below this score', parseScore)
    .option(
      '--baseline <file>',
      'what an earlier run over the same sets wrote with --out: fail if a set is worse by more than noise',
      parsePath,
    )
    .option('--out <file>', 'also write the results there, as JSON Lines', parsePath)
    .option(
      '--resume',
      'continue a run that was started with this --out: make only the calls that are missing or failed',
    )
    .option('--json', 'print one JSON document');
  return addAskingOptions(addEvaluatorOptions(command))
    .addOption(queueOption())
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp evaluator run --candidate prompt.txt --dataset train.jsonl --valset val.jsonl --evaluator-command python3 score.py\n  flowmcp evaluator run --candidate prompt.txt --dataset train.csv --min-mean 0.8 --persistent --evaluator-command node score.mjs\n  flowmcp evaluator run --candidate schema.mjs --evaluator-command flowmcp evaluator serve-schema\n\nExit codes: 0 all calls were answered, whatever the scores; 1 a set is below --min-mean or worse than --baseline; 2 a call failed, or nothing was started.',
    )
    .action(async (flags: EvaluatorRunFlags) => {
      if (flags.valset !== undefined && flags.dataset === undefined) {
        command.error('--valset validates what --dataset trains, so it also needs --dataset <file>');
      }
      if (flags.limit !== undefined && flags.dataset === undefined) {
        command.error('--limit takes the first examples of --dataset, so it also needs --dataset <file>');
      }
      if (flags.repeats !== undefined && flags.repeats > MAX_REPEATS) {
        command.error(`--repeats can be at most ${MAX_REPEATS}`);
      }
      const { minMean = 0 } = flags;
      if (flags.scoreRange !== 'any' && (minMean < 0 || minMean > 1)) {
        command.error('--min-mean must lie between 0 and 1, as scores do without --score-range any');
      }
      if (flags.resume && flags.out === undefined) {
        command.error('--resume continues what --out keeps, so it also needs --out <file>');
      }
      const { runTheEvaluator } = await import('./action.js');
      finish(await runTheEvaluator(flags));
    });
}

/** All calls of a run are planned in memory. */
const MAX_REPEATS = 1000;

function parseScore(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('a number was expected, such as 0.8.');
  return Number(text);
}

function serveSchemaCommand(finish: Finish): Command {
  return new Command('serve-schema')
    .description('act as an evaluator: score the schema source in a payload on stdin, without running it')
    .addHelpText(
      'after',
      '\nExample:\n  flowmcp evaluator run --candidate schema.mjs --evaluator-command flowmcp evaluator serve-schema',
    )
    .action(async () => {
      const { serveOneSchema } = await import('./serve-schema.js');
      finish(await serveOneSchema());
    });
}

/** `flowmcp evaluator work`: makes the calls that commands with --queue have put into the queue. */
function workCommand(finish: Finish): Command {
  const command = new Command('work')
    .description('make, on this machine, the calls that commands with --queue have put into Redis')
    .requiredOption(
      '--queue <address>',
      'the Redis that holds the queue: redis://host:port/db, env:NAME or file:PATH',
    )
    .option('--json', 'print one JSON document at the end');
  addEvaluatorOptions(command).optionsGroup('Calls:');
  return command
    .option('--concurrency <n>', 'calls at a time (default: 4)', parseCount)
    .addOption(
      new Option(
        '--rate <calls/seconds>',
        'rate limit for all workers of this evaluator together; give each worker the same limit',
      ).argParser(parseRate),
    )
    .option(
      '--lost-after <s>',
      'seconds without a sign of life before a worker counts as lost and others take its calls (default: 15)',
      parseCount,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp evaluator work --queue redis://10.0.0.5:6379 --rate 50/1 --evaluator-command python3 score.py\n  flowmcp evaluator work --queue env:QUEUE --concurrency 16 --judge-model openai/gpt-5-mini\n\nKeys and headers are read on this machine and stay on it. Ctrl-C returns unfinished calls to the queue.\nExit codes: 130 or 143 stopped by a signal; 2 the evaluator or the queue cannot be used, or was lost.',
    )
    .action(async (flags: EvaluatorWorkFlags) => {
      const { workForOthers } = await import('./work.js');
      finish(await workForOthers(flags));
    });
}
