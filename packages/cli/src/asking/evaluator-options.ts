import type { ScoreRange } from '@flowmcp/grading-core/commands';
import { type Command, Option } from 'commander';
import {
  collect,
  parseCount,
  parseCountFromZero,
  parseMilliseconds,
  parsePath,
} from '../options/parse-options.js';
import { parseEvaluatorWords } from './evaluator-words.js';

/** Flags that choose the evaluator. */
export interface EvaluatorFlags {
  readonly evaluatorCommand?: string[];
  readonly evaluatorUrl?: string;
  readonly evaluatorHeader?: string[];
  readonly evaluatorCwd?: string;
  readonly evaluatorTimeout?: number;
  readonly judgeModel?: string;
  readonly apiBase?: string;
  readonly judgeObjective?: string;
  readonly judgeSamples?: number;
  readonly intakeJson?: string;
  readonly intakeFile?: string;
  readonly taskModel?: string;
  readonly scoreRange?: ScoreRange;
}

/** Flags that set the number and the pace of its calls. */
export interface AskingFlags {
  readonly retries?: number;
  readonly concurrency?: number;
  readonly throttle?: number;
  readonly cache?: string;
}

/** Listed here so that --help loads nothing of the core. */
const RANGES = ['unit', 'any'] as const satisfies readonly ScoreRange[];

/** Options that are useless without an evaluator. */
export const FOR_ANY_EVALUATOR: readonly Option[] = [
  new Option('--evaluator-timeout <ms>', 'longest time for one call (default: 30000)').argParser(
    parseMilliseconds(1),
  ),
  new Option('--task-model <model>', 'the model the candidate is made for; handed on as information'),
  new Option('--score-range <range>', 'scores from 0 to 1, or any finite number (default: unit)').choices(
    RANGES,
  ),
];

const FOR_COMMAND: readonly Option[] = [
  new Option('--evaluator-cwd <folder>', 'where the command runs').argParser(parsePath),
];

const FOR_HTTP: readonly Option[] = [
  new Option('--evaluator-header <K: V>', 'a header of each call; V may be env:NAME (repeatable)').argParser(
    collect,
  ),
];

const FOR_JUDGE: readonly Option[] = [
  new Option('--api-base <url>', "an OpenAI-compatible server in the provider's place"),
  new Option('--judge-objective <text>', 'what the judge is to look for'),
  new Option('--intake-json <text>', 'weighted dimensions and hard constraints the judge goes by, as JSON'),
  new Option('--intake-file <file>', 'the same, from a file').argParser(parsePath),
  new Option(
    '--judge-samples <n>',
    'calls for one answer, of which the median counts (default: 1)',
  ).argParser(parseCount),
];

/** The three kinds of evaluators, each with the options only it uses. */
export const EVALUATOR_SOURCES: readonly { readonly option: Option; readonly own: readonly Option[] }[] = [
  {
    option: new Option('--evaluator-url <url>', 'POST to this address: JSON in, JSON out'),
    own: FOR_HTTP,
  },
  {
    option: new Option('--judge-model <provider/model>', 'a model judges: openai/…, anthropic/…, google/…'),
    own: FOR_JUDGE,
  },
  {
    option: new Option(
      '--evaluator-command <program args…>',
      'start this program: JSON on stdin, JSON on stdout; comes last and takes all words that follow',
    ).argParser(parseEvaluatorWords),
    own: FOR_COMMAND,
  },
];

/** Adds the options that choose the evaluator: exactly one of a command, an address and a model. */
export function addEvaluatorOptions(command: Command): Command {
  command.optionsGroup('Evaluator, one of three:');
  for (const { option } of EVALUATOR_SOURCES) command.addOption(option);
  command.optionsGroup('About the evaluator:');
  for (const option of [...FOR_ANY_EVALUATOR, ...EVALUATOR_SOURCES.flatMap(({ own }) => own)])
    command.addOption(option);
  return command;
}

/** Options for repeated calls of an evaluator. */
export const ASKING_OPTIONS: readonly Option[] = [
  new Option('--concurrency <n>', 'calls at a time (default: 4)').argParser(parseCount),
  new Option('--retries <n>', 'more attempts after a failed call (default: 1)').argParser(parseCountFromZero),
  new Option('--throttle <ms>', 'least time between the starts of two calls (default: 0)').argParser(
    parseMilliseconds(0),
  ),
  new Option('--cache <folder>', 'keep answers there, and ask again only what it does not hold').argParser(
    parsePath,
  ),
];

export function addAskingOptions(command: Command): Command {
  command.optionsGroup('Calls:');
  for (const option of ASKING_OPTIONS) command.addOption(option);
  return command;
}
