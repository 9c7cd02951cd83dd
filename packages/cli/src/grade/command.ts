import { Command, Option } from 'commander';
import {
  ASKING_OPTIONS,
  addAskingOptions,
  addEvaluatorOptions,
  EVALUATOR_SOURCES,
  FOR_ANY_EVALUATOR,
  requireOneWay,
} from '../asking/evaluator-options.js';
import { parsePath } from '../options/parse-options.js';
import { rulesOption } from '../options/rules-option.js';
import type { Finish } from '../terminal/run-action.js';
import type { GradeFlags } from './action.js';

const ON_CONFLICT = new Option(
  '--on-conflict <policy>',
  'what to do with prompts that were emitted before or, with an evaluator, with reports on the same content',
)
  .choices(['skip', 'overwrite', 'abort'])
  .default('skip');

const RULES = rulesOption(
  'rule book to check schemas by, such as 3.0.3 (default: grading.rules in config.json, else 2.0.0)',
);

/** Evaluator options, which have no effect without an evaluator. */
const OF_EVALUATOR: readonly Option[] = [
  ...EVALUATOR_SOURCES.flatMap(({ own }) => own),
  ...FOR_ANY_EVALUATOR,
  ...ASKING_OPTIONS,
];

/** `flowmcp grade` and `flowmcp dev grade`: scoring protocol v1 (Schemas-Spec 22). */
export function gradeCommand(finish: Finish): Command {
  const command = new Command('grade')
    .description('scoring protocol v1: two prompts per schema, two scores, one report; needs no island')
    .argument('<schema...>', 'schema files, folders, or patterns in quotes: "providers/**/*.mjs"')
    .option('--workdir <folder>', 'folder for prompts and states (default: proofs/grade-work)', parsePath)
    .option('--reports-dir <folder>', 'folder for reports (default: proofs/grade-reports)', parsePath)
    .addOption(RULES)
    .option('--json', 'print one JSON document')
    .optionsGroup('First half:')
    .option('--emit-prompts', 'write prompts.json and state.json for each schema')
    .addOption(ON_CONFLICT)
    .optionsGroup('Second half:')
    .option(
      '--consume-scores <path>',
      'check scores and write reports: a scores file, a folder of them, or JSON Lines',
      parsePath,
    );
  addAskingOptions(addEvaluatorOptions(command));
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp dev grade providers/defillama/coins.mjs --emit-prompts\n  flowmcp dev grade "providers/**/*.mjs" --emit-prompts\n  flowmcp dev grade "providers/**/*.mjs" --consume-scores scores.jsonl\n  flowmcp dev grade "providers/**/*.mjs" --evaluator-command python3 score.py\n\nWith an evaluator, both halves run in one go; schemas that already have a report on their current content are left out.',
    )
    .action(async (schemas: string[], flags: GradeFlags) => {
      requireOneWay(command, {
        '--emit-prompts': [RULES, ...OF_EVALUATOR],
        '--consume-scores': [ON_CONFLICT, ...OF_EVALUATOR],
      });
      const { consumeReports, emitPromptSets, evaluateSchemas } = await import('./action.js');
      if (flags.emitPrompts) finish(await emitPromptSets(schemas, flags));
      else if (flags.consumeScores === undefined) finish(await evaluateSchemas(schemas, flags));
      else finish(await consumeReports(schemas, flags.consumeScores, flags));
    });
}
