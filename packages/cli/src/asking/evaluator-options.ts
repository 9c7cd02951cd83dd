import type { ScoreRange } from '@flowmcp/grading-core/commands';
import type { CallRate } from '@flowmcp/grading-core/features/evaluate/queue/job-worker';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  collect,
  parseCount,
  parseCountFromZero,
  parseMilliseconds,
  parsePath,
  parseText,
} from '../options/parse-options.js';
import { parseEvaluatorWords } from './program-words.js';

/** Flags that choose the evaluator. */
export interface EvaluatorFlags {
  readonly evaluatorCommand?: string[];
  readonly evaluatorUrl?: string;
  readonly evaluatorHeader?: string[];
  readonly evaluatorCwd?: string;
  readonly evaluatorTimeout?: number;
  readonly persistent?: boolean;
  readonly judgeModel?: string;
  readonly apiBase?: string;
  readonly judgeObjective?: string;
  readonly judgeSamples?: number;
  readonly judgeUntil?: number;
  readonly judgeMax?: number;
  readonly intakeJson?: string;
  readonly intakeFile?: string;
  readonly taskModel?: string;
  readonly scoreRange?: ScoreRange;
}

/** Flags that set the number and pace of the evaluator's calls. */
export interface AskingFlags {
  readonly retries?: number;
  readonly concurrency?: number;
  readonly throttle?: number;
  readonly cache?: string;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
}

/** Listed here so that --help loads nothing from the core. */
const RANGES = ['unit', 'any'] as const satisfies readonly ScoreRange[];

/** Options that have no effect without an evaluator. */
export const FOR_ANY_EVALUATOR: readonly Option[] = [
  new Option('--evaluator-timeout <ms>', 'time limit for one call (default: 30000)').argParser(
    parseMilliseconds(1),
  ),
  new Option(
    '--task-model <model>',
    'the model the candidate is written for; passed on as information',
  ).argParser(parseText),
  new Option('--score-range <range>', 'scores from 0 to 1, or any finite number (default: unit)').choices(
    RANGES,
  ),
];

const FOR_COMMAND: readonly Option[] = [
  new Option('--evaluator-cwd <folder>', 'the folder the command runs in').argParser(parsePath),
  new Option(
    '--persistent',
    'keep the program running: it answers each line of JSON on stdin with one line on stdout',
  ),
];

const FOR_HTTP: readonly Option[] = [
  new Option('--evaluator-header <K: V>', 'a header for each call; V may be env:NAME (repeatable)').argParser(
    collect,
  ),
];

// Where commands show an option in different groups, each makes its own.

export function apiBaseOption(): Option {
  return new Option('--api-base <url>', "an OpenAI-compatible server to use instead of the provider's");
}

export function cacheOption(): Option {
  return new Option(
    '--cache <folder>',
    'keep answers there, and make only the calls whose answers are not there yet',
  ).argParser(parsePath);
}

export function budgetOptions(): readonly Option[] {
  return [
    new Option('--max-calls <n>', 'make no more calls than this, retries included').argParser(parseCount),
    new Option(
      '--max-tokens <n>',
      'start no call once the model has used this many tokens, sent and received',
    ).argParser(parseCount),
  ];
}

const FOR_JUDGE: readonly Option[] = [
  apiBaseOption(),
  new Option('--judge-objective <text>', 'what the judge should look for').argParser(parseText),
  new Option('--intake-json <text>', 'weighted dimensions and hard constraints for the judge, as JSON'),
  new Option('--intake-file <file>', 'the same, from a file').argParser(parsePath),
  new Option('--judge-samples <n>', 'calls per answer; the median is used (default: 1)').argParser(
    parseCount,
  ),
];

/** Options of a judge that answers area prompts, because only these give a letter. */
const FOR_GRADING_JUDGE: readonly Option[] = [
  new Option(
    '--judge-until <chance>',
    'instead of --judge-samples: ask until the letter of the means has this chance, such as 0.95',
  ).argParser(parseChance),
  new Option('--judge-max <n>', 'with --judge-until: calls per answer at most (default: 9)').argParser(
    parseCount,
  ),
];

interface EvaluatorSource {
  readonly option: Option;
  /** Options that only this kind uses. */
  readonly own: readonly Option[];
  /** More of them, of commands that grade. */
  readonly ofGrading: readonly Option[];
}

/** The three kinds of evaluators, each with the options that only that kind uses. */
export const EVALUATOR_SOURCES: readonly EvaluatorSource[] = [
  {
    option: new Option('--evaluator-url <url>', 'POST to this address: JSON in, JSON out'),
    own: FOR_HTTP,
    ofGrading: [],
  },
  {
    option: new Option(
      '--judge-model <provider/model>',
      'use a model as the judge: openai/…, anthropic/…, google/…',
    ),
    own: FOR_JUDGE,
    ofGrading: FOR_GRADING_JUDGE,
  },
  {
    option: new Option(
      '--evaluator-command <program args…>',
      'start this program: JSON on stdin, JSON on stdout; must come last, because it takes all words that follow',
    ).argParser(parseEvaluatorWords),
    own: FOR_COMMAND,
    ofGrading: [],
  },
];

/**
 * Adds the options that choose and set up the evaluator: a command, an address or a model.
 *
 * @param isGrading whether the evaluator answers area prompts
 */
export function addEvaluatorOptions(command: Command, isGrading = false): Command {
  command.optionsGroup('Evaluator (choose one):');
  for (const { option } of EVALUATOR_SOURCES) command.addOption(option);
  command.optionsGroup('Evaluator settings:');
  const settings = EVALUATOR_SOURCES.flatMap(({ own, ofGrading }) => [
    ...own,
    ...(isGrading ? ofGrading : []),
  ]);
  for (const option of [...FOR_ANY_EVALUATOR, ...settings]) command.addOption(option);
  return command;
}

/** Parses a chance that a letter can be asked to have: half or less is no reason to stop, and 1 is never reached. */
function parseChance(text: string): number {
  const chance = /^0?\.\d{1,6}$/.test(text) ? Number(text) : 0;
  if (chance > 0.5) return chance;
  throw new InvalidArgumentError('a number above 0.5 and below 1 was expected, such as 0.95.');
}

/** Options for commands that call an evaluator repeatedly. */
const CONCURRENCY = new Option('--concurrency <n>', 'calls at a time (default: 4)').argParser(parseCount);
const THROTTLE = new Option(
  '--throttle <ms>',
  'minimum time between the starts of two calls (default: 0)',
).argParser(parseMilliseconds(0));

const BUDGET = budgetOptions();

/** Those of them that trials take as well. */
export const TRIAL_OPTIONS: readonly Option[] = [CONCURRENCY, THROTTLE, ...BUDGET];

export const ASKING_OPTIONS: readonly Option[] = [
  CONCURRENCY,
  new Option('--retries <n>', 'further attempts after a failed call (default: 1)').argParser(
    parseCountFromZero,
  ),
  THROTTLE,
  cacheOption(),
  ...BUDGET,
];

export function addAskingOptions(command: Command): Command {
  command.optionsGroup('Calls:');
  for (const option of ASKING_OPTIONS) command.addOption(option);
  return command;
}

export interface QueueFlags {
  readonly queue?: string;
}

/** The option for commands that put calls into a queue, and for workers that make these calls. */
export function queueOption(): Option {
  return new Option(
    '--queue <address>',
    'let workers (flowmcp evaluator work) that share this Redis make the calls: redis://host:port/db, env:NAME or file:PATH',
  );
}

/** Parses a number of calls per number of seconds: `10/1` means ten calls per second. */
export function parseRate(text: string): CallRate {
  const [, calls = 0, seconds = 0] = (/^(\d{1,7})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (calls < 1 || seconds < 1) {
    throw new InvalidArgumentError('calls/seconds was expected, such as 10/1 or 500/60.');
  }
  return { calls, seconds };
}

/**
 * Ends the command unless exactly one way to run is chosen (only the first half, only the second half, or both
 * with one of the three kinds of evaluators) and that way uses every option given.
 *
 * @param idle the options that each half ignores
 */
export function requireOneWay(
  command: Command,
  idle: { readonly '--emit-prompts': readonly Option[]; readonly '--consume-scores': readonly Option[] },
): void {
  const isGiven = (option: Option) => command.getOptionValueSource(option.attributeName()) === 'cli';
  const halves = Object.keys(idle) as (keyof typeof idle)[];
  const evaluators = EVALUATOR_SOURCES.map(({ option }) => option);
  const all = [...halves, ...evaluators.map(({ long }) => `${long}`)];
  const ways = all.filter((long) =>
    command.options.some((option) => option.long === long && isGiven(option)),
  );
  const [way] = ways;
  if (way === undefined || ways.length > 1) {
    const found = way === undefined ? 'none' : ways.join(', ');
    command.error(`exactly one of ${all.join(', ')} was expected, found ${found}`);
  }
  const half = halves.find((one) => one === way);
  const ignored = half ? idle[half].filter(isGiven) : [];
  if (ignored.length > 0) {
    command.error(`${ignored.map(({ long }) => long).join(', ')} cannot be used with ${way}`);
  }
}
