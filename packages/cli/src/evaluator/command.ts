import { Command, Option } from 'commander';
import { addAskingOptions, addEvaluatorOptions, parseRate } from '../asking/evaluator-options.js';
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
    .description('whether an evaluator can be used: program, folder, address, and one real call')
    .option('--dataset <file>', 'JSON Lines, the first record of which goes with the call', parsePath)
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
    .option('--dataset <file>', 'examples, as JSON Lines: at most 10,000 objects', parsePath)
    .option('--valset <file>', 'examples to validate with; needs --dataset', parsePath)
    .option('--out <file>', 'write the results there too, as JSON Lines', parsePath)
    .option(
      '--resume',
      'go on with a run that was begun with this --out: ask only what is missing or has failed',
    )
    .option('--json', 'print one JSON document');
  return addAskingOptions(addEvaluatorOptions(command))
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp evaluator run --candidate prompt.txt --dataset train.jsonl --valset val.jsonl --evaluator-command python3 score.py\n  flowmcp evaluator run --candidate schema.mjs --evaluator-command flowmcp evaluator serve-schema\n\nExit codes: 0 all calls were answered, whatever the scores; 2 a call failed, or nothing was begun.',
    )
    .action(async (flags: EvaluatorRunFlags) => {
      if (flags.valset !== undefined && flags.dataset === undefined) {
        command.error('--valset validates what --dataset trains; --dataset <file> was expected beside it');
      }
      if (flags.resume && flags.out === undefined) {
        command.error('--resume goes on with what --out keeps; --out <file> was expected beside it');
      }
      const { runTheEvaluator } = await import('./action.js');
      finish(await runTheEvaluator(flags));
    });
}

function serveSchemaCommand(finish: Finish): Command {
  return new Command('serve-schema')
    .description('be an evaluator: score the schema source in a payload on stdin, without running it')
    .addHelpText(
      'after',
      '\nExample:\n  flowmcp evaluator run --candidate schema.mjs --evaluator-command flowmcp evaluator serve-schema',
    )
    .action(async () => {
      const { serveOneSchema } = await import('./serve-schema.js');
      finish(await serveOneSchema());
    });
}

/** `flowmcp evaluator work`: makes the calls of commands with --queue. */
function workCommand(finish: Finish): Command {
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
