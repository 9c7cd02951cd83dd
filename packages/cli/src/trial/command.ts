import { Command, InvalidArgumentError, Option } from 'commander';
import { addressOptions, stdioOption, timeoutOption } from '../asking/server-options.js';
import {
  collect,
  parseCount,
  parseCountFromZero,
  parseMilliseconds,
  parseNumber,
  parsePath,
} from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import { findMisuse, type TrialFlags } from './flags.js';

/** Listed here so that --help loads nothing from the core. */
const ENGINES = ['words', 'flowmcp-cli'] as const;

const EXAMPLES = `
Examples:
  flowmcp trial providers/defillama --dry-run
  flowmcp trial providers/defillama --model openai/gpt-5-mini --max-calls 300
  flowmcp trial providers/defillama --model openai/gpt-5-mini --among search --in providers
  flowmcp trial --stdio --tasks tasks.jsonl --model openai/gpt-5-mini -- node build/index.js
  flowmcp trial --replay before.jsonl --min-success 0.8
  flowmcp trial compare before.jsonl after.jsonl

No tool is ever called. The same command asks only for what its file lacks.
Exit codes: 0 every answer is there; 1 success is below --min-success;
2 answers are missing, or the target, the tasks, the model or the file cannot be used.`;

/** `flowmcp trial`: a target that is called compare is written ./compare. */
export function trialCommand(finish: Finish): Command {
  const command = new Command('trial')
    .description("ask a model to do tasks with a target's tools, and see which tools it calls, and how")
    .argument('[target]', 'the address of a server, a schema file or a provider folder')
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
      'file of the trial (default: <target>--<time>--<plan>.jsonl in the current folder)',
      parsePath,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (target: string | undefined, flags: TrialFlags) => {
      const misuse = findMisuse(target, flags);
      if (misuse !== null) command.error(misuse);
      const { runTheTrial } = await import('./action.js');
      finish(await runTheTrial(target, flags));
    });
}

function addAsking(command: Command): Command {
  return command
    .optionsGroup('Model and tasks:')
    .option('--model <provider/model>', 'the model to ask: openai/…, anthropic/…, google/…')
    .option('--api-base <url>', "an OpenAI-compatible server to use instead of the provider's")
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
    .option('--self-contained', 'leave out tasks that leave open a value their tool requires')
    .optionsGroup('Calls:')
    .option('--concurrency <n>', 'calls at a time (default: 4)', parseCount)
    .addOption(
      new Option('--throttle <ms>', 'minimum time between the starts of two calls (default: 0)').argParser(
        parseMilliseconds(0),
      ),
    )
    .option('--max-calls <n>', 'maximum number of calls of the whole trial', parseCount)
    .option('--max-tokens <n>', 'maximum number of tokens of the whole trial', parseCount);
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
