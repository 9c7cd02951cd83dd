import { Command, Option } from 'commander';
import {
  ASKING_OPTIONS,
  addEvaluatorOptions,
  EVALUATOR_SOURCES,
  FOR_ANY_EVALUATOR,
  queueOption,
  requireOneWay,
} from '../asking/evaluator-options.js';
import { addIslandOptions, shardOption } from '../options/island-options.js';
import {
  parseCount,
  parseList,
  parseMilliseconds,
  parsePath,
  parsePersonaPair,
  parseWords,
} from '../options/parse-options.js';
import { testingOptions } from '../options/testing-options.js';
import type { Finish } from '../terminal/run-action.js';
import { AREAS_TO_ASK, PROVIDER_AREAS, type RunFlags, SELECTION_AREAS } from './flags.js';

/** Options of stage 1 that also apply to each turn with an evaluator: new ones for each command, which groups its own. */
const stage1Options = (): Option[] => [
  new Option('--offline', 'make no requests; use facts that are still valid'),
  ...testingOptions(),
  new Option(
    '--area <areas>',
    `only these areas, of a namespace: ${PROVIDER_AREAS.join(', ')}; of a selection: ${SELECTION_AREAS.join(', ')}`,
  ).argParser(parseList(AREAS_TO_ASK)),
  new Option('--scope <scope>', 'what is due, or everything').choices(['pending', 'all']).default('pending'),
  new Option('--mode <mode>', 'ask every question, or only chosen ones')
    .choices(['full', 'partial'])
    .default('full'),
  new Option('--questions <ids>', 'the questions of a partial run: Q-single-test-04,…').argParser(parseWords),
  new Option(
    '--persona <base[--lens]>',
    'who grades skills, About and selections (default: schema-maintainer--documentation-dx-reviewer; for a selection, the persona its grading already uses, otherwise the first one it declares)',
  ).argParser(parsePersonaPair),
  new Option('--regrade-reason <reason>', 'why graded content is graded again').choices([
    'user-report',
    'scheduled',
    'scoring-system-bump',
    'grading-system-bump',
  ]),
  new Option('--reported-issue <text>', 'with user-report: what was reported'),
  new Option('--requested-by <name>', 'with user-report: who reported it'),
  new Option('--max-turns <n>', 'maximum number of turns of a grading loop (default: 25)').argParser(
    parseCount,
  ),
  new Option('--chain', 'if a selection is waiting for its members, emit the runs it is waiting for'),
  new Option('--on-conflict <policy>', 'what to do with an open run')
    .choices(['skip', 'overwrite', 'abort'])
    .default('skip'),
  shardOption(),
];

/** How many requests are sent; with an evaluator, `andCalls` adds that its calls keep to it too. */
function paceOptions(andCalls = { concurrency: '', throttle: '' }): Option[] {
  return [
    new Option('--concurrency <n>', `requests at a time (default: 8)${andCalls.concurrency}`).argParser(
      parseCount,
    ),
    new Option(
      '--throttle <ms>',
      `minimum time between two requests to one host${andCalls.throttle} (default: 0)`,
    ).argParser(parseMilliseconds(0)),
  ];
}

const paceOfRun = () =>
  paceOptions({
    concurrency: ', and calls of an evaluator (default: 4)',
    throttle: ', and between two calls of an evaluator',
  });

/** An evaluator answers prompts itself, so that nobody would read the skill. */
function asSkillOption(): Option {
  return new Option(
    '--as-skill [where]',
    'also write skill.md, one text that takes an agent through the whole run; -: print it, for one target',
  ).choices(['-']);
}

const stage3Options = (): Option[] => [
  new Option('--allow-missing', 'accept answers to only some of the prompts'),
];

/** --concurrency and --throttle are left out, because the stage 1 options with these names also apply to calls. */
const CALLS = [
  ...ASKING_OPTIONS.filter(({ long }) => long !== '--concurrency' && long !== '--throttle'),
  queueOption(),
];

const DRY_RUN = new Option(
  '--dry-run',
  'test and emit, and show how many calls and tokens the answers would take, without calling the evaluator',
);

/** Evaluator options, which have no effect without an evaluator. */
const OF_EVALUATOR: readonly Option[] = [
  DRY_RUN,
  ...EVALUATOR_SOURCES.flatMap(({ own, ofGrading }) => [...own, ...ofGrading]),
  ...FOR_ANY_EVALUATOR,
  ...CALLS,
];

const TARGETS =
  'defillama, defillama/coins, defillama/tool/getPools, one recorded test of it (defillama/tool/getPools/tests/2), selections/crypto, or a provider folder';

function targetsCommand(name: string, description: string): Command {
  return addIslandOptions(new Command(name).description(description).argument('[target...]', TARGETS)).option(
    '--all',
    'every namespace and selection of the island',
  );
}

/** Options that have commands of their own, so that the help of `grading run` leaves them out. */
const halves = (): Option[] => [
  new Option('--emit-prompts', 'the same as flowmcp grading emit').hideHelp(),
  new Option('--consume-scores <file>', 'the same as flowmcp grading hand-in')
    .argParser(parsePath)
    .hideHelp(),
  asSkillOption().hideHelp(),
];

/** `flowmcp grading emit`, the same as `grading run --emit-prompts`. */
export function emitCommand(finish: Finish): Command {
  const command = targetsCommand('emit', 'test the tools that are due, and write the prompts for graders');
  for (const option of [asSkillOption(), ...stage1Options(), ...paceOptions()]) command.addOption(option);
  return command
    .addHelpText(
      'after',
      `
Writes prompts.json and state.json into the island, and says who can answer them.

Examples:
  flowmcp grading emit defillama
  flowmcp grading emit defillama/tool/getPools --scope all --regrade-reason scheduled
  flowmcp grading emit selections/crypto --chain`,
    )
    .action(async (targets: string[], flags: RunFlags) => {
      refuseMixedEmit(command, targets, flags);
      const { emit } = await import('./emit.js');
      finish(await emit(targets, flags));
    });
}

/** `flowmcp grading hand-in`, the same as `grading run --consume-scores`. */
export function handInCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('hand-in')
      .description('check the scores that answer the prompts, write the grades and rebuild the index')
      .argument('<target>', 'a namespace or selection with an open run')
      .argument('<file>', 'the filled-in payloadSkeleton of prompts.json; - reads stdin', parsePath),
  );
  for (const option of stage3Options()) command.addOption(option);
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading hand-in defillama scores.json\n  flowmcp grading hand-in defillama scores.json --allow-missing\n  node grade.mjs | flowmcp grading hand-in selections/crypto -',
    )
    .action(async (target: string, file: string, flags: RunFlags) => {
      const { consume } = await import('./consume.js');
      finish(await consume(target, file, flags));
    });
}

/** `flowmcp grading run`, which the Schemas-Spec calls `grading non-deterministic` (chapter 22). */
export function runCommand(finish: Finish): Command {
  const command = targetsCommand(
    'run',
    'emit prompts, have an evaluator answer them, hand the scores in; again, until nothing is due',
  ).alias('non-deterministic');
  for (const option of halves()) command.addOption(option);
  addEvaluatorOptions(command, true);
  command.addOption(DRY_RUN).optionsGroup('Calls:');
  for (const option of CALLS) command.addOption(option);
  command.optionsGroup('Tests and prompts of each turn:');
  for (const option of [...stage1Options(), ...paceOfRun()]) command.addOption(option);
  command.optionsGroup('Hand-in of each turn:');
  for (const option of stage3Options()) command.addOption(option);
  return command
    .addHelpText(
      'after',
      `
Three ways to grade:
  flowmcp grading emit <target...>            write the prompts, for a person or an agent to answer
  flowmcp grading hand-in <target> <file|->   take in their scores
  flowmcp grading run <target...> <evaluator> all of it, with a program, a service or a model that answers
The first two are also "grading run" with --emit-prompts and with --consume-scores <file>.

Examples:
  flowmcp grading run defillama --judge-model openai/gpt-5-mini
  flowmcp grading run selections/crypto --chain --evaluator-command node grade.mjs`,
    )
    .action(async (targets: string[], flags: RunFlags) => {
      refuseMixedStages(command, targets, flags);
      if (!flags.emitPrompts && flags.consumeScores === undefined) {
        const { closeLoop, estimateRun } = await import('./close-loop.js');
        finish(await (flags.dryRun ? estimateRun : closeLoop)(targets, flags));
      } else if (flags.consumeScores === undefined) {
        const { emit } = await import('./emit.js');
        finish(await emit(targets, flags));
      } else {
        const { consume } = await import('./consume.js');
        finish(await consume(targets[0] ?? '', flags.consumeScores, flags));
      }
    });
}

/** Requires exactly one way to run, and exactly one target if scores are handed in. */
function refuseMixedStages(command: Command, targets: readonly string[], flags: RunFlags): void {
  requireOneWay(command, {
    '--emit-prompts': [...stage3Options(), ...OF_EVALUATOR],
    '--consume-scores': [...stage1Options(), ...paceOfRun(), asSkillOption(), ...OF_EVALUATOR],
  });
  if (flags.asSkill !== undefined && !flags.emitPrompts) {
    command.error('--as-skill goes with --emit-prompts: an evaluator needs no skill');
  }
  refuseMixedEmit(command, targets, flags);
  if (flags.consumeScores !== undefined && (flags.all || targets.length !== 1)) {
    command.error(`--consume-scores takes exactly one target, found ${flags.all ? '--all' : targets.length}`);
  }
}

function refuseMixedEmit(command: Command, targets: readonly string[], flags: RunFlags): void {
  if (flags.asSkill === '-') refuseSeveralSkills(command, targets, flags);
  if (flags.shard && flags.chain) {
    command.error('--chain cannot be used with --shard: two shards would run the same namespace');
  }
}

/** What is printed is one text, and nothing else may be printed with it. */
function refuseSeveralSkills(command: Command, targets: readonly string[], flags: RunFlags): void {
  if (flags.json) command.error('--json and --as-skill - would both be printed');
  if (flags.chain) command.error('--as-skill - prints one skill, and --chain emits several runs');
  if (flags.all || targets.length !== 1) {
    command.error(`--as-skill - takes exactly one target, found ${flags.all ? '--all' : targets.length}`);
  }
}
