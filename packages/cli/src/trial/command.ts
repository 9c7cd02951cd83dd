import { Command, InvalidArgumentError, Option } from 'commander';
import { apiBaseOption, TRIAL_OPTIONS } from '../asking/evaluator-options.js';
import { addressOptions, stdioOption, timeoutOption } from '../asking/server-options.js';
import { collect, parseCount, parseCountFromZero, parseNumber, parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import { findMisuse, type TrialFlags } from './flags.js';

/** Listed here so that --help loads nothing from the core. */
const ENGINES = ['words', 'flowmcp-cli'] as const;

const EXAMPLES = `
Examples:
  flowmcp trial defillama --dry-run
  flowmcp trial defillama --model openai/gpt-5-mini --max-calls 300
  flowmcp trial --all --model openai/gpt-5-mini --max-calls 3000
  flowmcp trial schemas/defillama --model openai/gpt-5-mini --among search --in schemas
  flowmcp trial --stdio --tasks tasks.jsonl --model openai/gpt-5-mini -- node build/index.js
  flowmcp trial --replay before.jsonl --min-success 0.8
  flowmcp trial compare before.jsonl after.jsonl

No tool is ever called. The same command asks only for what its files lack.
Exit codes: 0 every answer is there; 1 a target's success is below --min-success;
2 answers are missing, or a target, the tasks, the model or the file cannot be used.`;

/** `flowmcp trial`: a target that is called compare is written ./compare or providers/compare. */
export function trialCommand(finish: Finish): Command {
  const command = new Command('trial')
    .description("ask a model to do tasks with a target's tools, and see which tools it calls, and how")
    .argument(
      '[target...]',
      'namespaces or selections of the island, addresses of servers, schema files or provider folders',
    )
    .option('--all', 'every target of the island')
    .optionsGroup('Server:')
    .addOption(stdioOption())
    .option('--env <name>', 'an environment variable for the started server (repeatable)', collect)
    // Collected, so that a second one is refused and not ignored.
    .option('--snapshot <file>', 'a saved snapshot of a server', collect);
  for (const option of [...addressOptions(), timeoutOption()]) command.addOption(option);
  command.enablePositionalOptions().addCommand(compareCommand(finish));
  return addAsking(command)
    .optionsGroup('Result:')
    .option(
      '--min-success <share>',
      'fail if success is proved to be below this share of the tasks',
      parseNumber(0, 1),
    )
    .option('--dry-run', 'check the tasks and estimate the cost; asks nobody and writes nothing')
    .option('--replay <file>', 'show a trial from its file; asks nobody', parsePath)
    .option(
      '--out <file>',
      'file of the trial (default: one in the island; for schemas that are not in it, one in the current folder)',
      parsePath,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (targets: string[], flags: TrialFlags) => {
      const misuse = findMisuse(targets, flags);
      if (misuse !== null) command.error(misuse);
      const { runTheTrial } = await import('./action.js');
      finish(await runTheTrial(targets, flags));
    });
}

function addAsking(command: Command): Command {
  command
    .optionsGroup('Model and tasks:')
    .option('--model <provider/model>', 'the model to ask: openai/…, anthropic/…, google/…')
    .addOption(apiBaseOption())
    .option('--tasks <file>', "tasks, as JSON Lines (default: the tests of the target's schemas)", parsePath)
    .option(
      '--samples <n>',
      'how often each task is asked, each time with the tools in another order (default: 3)',
      parseCount,
    )
    .option('--seed <n>', 'decides these orders and the n other tools (default: 1)', parseCountFromZero)
    .option(
      '--among <own|n|search>',
      "tools on offer: the target's own; these and n of other namespaces; or a whole catalogue, behind a search (default: own)",
      parseAmong,
    )
    .option(
      '--in <folder>',
      'the catalogue with the other tools: a folder of schemas, or an island (default: your island)',
      parsePath,
    )
    .addOption(
      new Option('--engine <engine>', 'how the search finds tools (default: flowmcp-cli)').choices(ENGINES),
    )
    .option('--grading-data <path>', 'root of the grading island (default: ~/.flowmcp/grading)', parsePath)
    .option('--self-contained', 'leave out tasks that leave open a value their tool requires');
  command.optionsGroup('Calls:');
  for (const option of TRIAL_OPTIONS) command.addOption(option);
  return command;
}

function parseAmong(text: string): TrialFlags['among'] {
  if (text === 'own' || text === 'search') return text;
  if (/^\d/.test(text)) return parseCount(text);
  throw new InvalidArgumentError('own, search or a number of tools was expected.');
}

function compareCommand(finish: Finish): Command {
  return new Command('compare')
    .description('compare two trials of the same tasks that differ in the tools or in the model')
    .argument('<before>', 'file of the first trial')
    .argument('<after>', 'file of the second trial')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  flowmcp trial compare before.jsonl after.jsonl\n\nExit codes: 0 the trials were compared; 2 they cannot be.',
    )
    .action(async (before: string, after: string, flags: { readonly json?: boolean }) => {
      const { compareTheTrials } = await import('./action.js');
      finish(await compareTheTrials(before, after, flags));
    });
}
