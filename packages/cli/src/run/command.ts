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
  collect,
  parseCount,
  parseList,
  parseMilliseconds,
  parseOrigins,
  parsePath,
  parsePersonaPair,
  parseSendKey,
  parseWords,
} from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import { AREAS_TO_ASK, PROVIDER_AREAS, type RunFlags, SELECTION_AREAS } from './flags.js';

/** Options of stage 1, followed by those of stage 3; each stage would ignore the options of the other. */
const STAGE_1: readonly Option[] = [
  new Option('--offline', 'make no requests; use facts that are still valid'),
  new Option('--with-keys', 'use the API keys in ~/.flowmcp/.env (or envPath in config.json)'),
  new Option(
    '--send-key <NAME=host>',
    'also allow a key of a known owner to be sent to exactly this host, such as your own proxy (repeatable)',
  ).argParser(parseSendKey),
  new Option(
    '--handlers <how>',
    'what to do with handler code: run it in isolation, skip it, or trust it (with its libraries)',
  )
    .choices(['sandbox', 'skip', 'trust'])
    .default('sandbox'),
  new Option(
    '--allow-host <host>',
    'allow requests to this host even if its address is private (repeatable)',
  ).argParser(collect),
  new Option('--origin-map <origin=origin>', "send one origin's requests to another (repeatable)").argParser(
    parseOrigins,
  ),
  new Option('--allow-writes', 'run tests of tools that are not read-only'),
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
  new Option(
    '--concurrency <n>',
    'requests at a time (default: 8), and calls of an evaluator (default: 4)',
  ).argParser(parseCount),
  new Option(
    '--throttle <ms>',
    'minimum time between two requests to one host, and between two calls of an evaluator (default: 0)',
  ).argParser(parseMilliseconds(0)),
  new Option('--timeout <ms>', 'time limit for one request (default: 30000)').argParser(parseMilliseconds(1)),
  new Option('--max-turns <n>', 'maximum number of turns of a grading loop (default: 25)').argParser(
    parseCount,
  ),
  new Option('--chain', 'if a selection is waiting for its members, emit the runs it is waiting for'),
  new Option('--on-conflict <policy>', 'what to do with an open run')
    .choices(['skip', 'overwrite', 'abort'])
    .default('skip'),
  shardOption(),
];

/** An evaluator answers prompts itself, so that nobody would read the skill. */
const AS_SKILL = new Option(
  '--as-skill [where]',
  'also write skill.md, one text that takes an agent through the whole run; -: print it, for one target',
).choices(['-']);

const STAGE_3: readonly Option[] = [
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

/** `flowmcp grading run`, which the Schemas-Spec calls `grading non-deterministic` (chapter 22). */
export function runCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('run')
      .alias('non-deterministic')
      .description(
        'test and emit prompts; consume the scores that answer them; or both, with an evaluator in between',
      )
      .argument(
        '[target...]',
        'defillama, defillama/coins, defillama/tool/getPools, one recorded test of it (defillama/tool/getPools/tests/2), selections/crypto, or a provider folder',
      )
      .option('--all', 'every namespace and selection of the island'),
  );
  command
    .optionsGroup('Stage 1, emit prompts:')
    .option('--emit-prompts', 'run the tests that are due and write prompts.json and state.json')
    .addOption(AS_SKILL);
  for (const option of STAGE_1) command.addOption(option);
  command
    .optionsGroup('Stage 3, consume scores:')
    .option(
      '--consume-scores <file>',
      'check a scores file, write the grades and rebuild the index; - reads stdin',
      parsePath,
    );
  for (const option of STAGE_3) command.addOption(option);
  addEvaluatorOptions(command, true);
  command.addOption(DRY_RUN).optionsGroup('Calls:');
  for (const option of CALLS) command.addOption(option);
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading run defillama --emit-prompts\n  flowmcp grading run defillama --consume-scores scores.json\n  flowmcp grading run selections/crypto --emit-prompts --chain\n  flowmcp grading run selections/crypto --chain --evaluator-command node grade.mjs\n\nWith an evaluator, all stages run in turn until nothing is due; options of stages 1 and 3 apply to each turn.',
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
    '--emit-prompts': [...STAGE_3, ...OF_EVALUATOR],
    '--consume-scores': [...STAGE_1, AS_SKILL, ...OF_EVALUATOR],
  });
  if (flags.asSkill !== undefined && !flags.emitPrompts) {
    command.error('--as-skill goes with --emit-prompts: an evaluator needs no skill');
  }
  if (flags.asSkill === '-') refuseSeveralSkills(command, targets, flags);
  if (flags.shard && flags.chain) {
    command.error('--chain cannot be used with --shard: two shards would run the same namespace');
  }
  if (flags.consumeScores !== undefined && (flags.all || targets.length !== 1)) {
    command.error(`--consume-scores takes exactly one target, found ${flags.all ? '--all' : targets.length}`);
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
