import { Command, Option } from 'commander';
import type { Finish } from '../finish.js';
import { parsePath } from '../parse-options.js';

export interface GradeFlags {
  readonly emitPrompts?: boolean;
  readonly consumeScores?: string;
  readonly workdir?: string;
  readonly reportsDir?: string;
  readonly onConflict: 'skip' | 'overwrite' | 'abort';
  readonly json?: boolean;
}

/** `flowmcp grade`, and so `flowmcp dev grade`: scoring protocol v1 (Schemas-Spec 22). */
export function gradeCommand(finish: Finish): Command {
  const command = new Command('grade')
    .description('scoring protocol v1: two prompts per schema, two scores, one report; needs no island')
    .argument('<schema...>', 'schema files, folders, or patterns in quotes: "providers/**/*.mjs"')
    .option('--workdir <folder>', 'where prompts and states lie (default: proofs/grade-work)', parsePath)
    .option('--reports-dir <folder>', 'where reports lie (default: proofs/grade-reports)', parsePath)
    .option('--json', 'print one JSON document')
    .optionsGroup('First half:')
    .option('--emit-prompts', 'write prompts.json and state.json for each schema')
    .addOption(
      new Option('--on-conflict <policy>', 'what to do with prompts that were emitted before')
        .choices(['skip', 'overwrite', 'abort'])
        .default('skip'),
    )
    .optionsGroup('Second half:')
    .option(
      '--consume-scores <path>',
      'check scores and write reports: a scores file, a folder of them, or JSON Lines',
      parsePath,
    );
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp dev grade providers/defillama/coins.mjs --emit-prompts\n  flowmcp dev grade "providers/**/*.mjs" --emit-prompts\n  flowmcp dev grade "providers/**/*.mjs" --consume-scores scores.jsonl',
    )
    .action(async (schemas: string[], flags: GradeFlags) => {
      const { consumeScores } = flags;
      refuseMixedHalves(command, flags);
      const { consumeReports, emitPromptSets } = await import('../actions/grade.js');
      finish(
        await (consumeScores === undefined
          ? emitPromptSets(schemas, flags)
          : consumeReports(schemas, consumeScores, flags)),
      );
    });
}

/** Exactly one half, and no option that it would ignore: a report is never written over another. */
function refuseMixedHalves(command: Command, { emitPrompts = false, consumeScores }: GradeFlags): void {
  const consuming = consumeScores !== undefined;
  if (emitPrompts === consuming) {
    const found = emitPrompts ? 'found both' : 'found neither';
    command.error(`exactly one of --emit-prompts and --consume-scores <path> was expected, ${found}`);
  }
  if (consuming && command.getOptionValueSource('onConflict') === 'cli') {
    command.error('--on-conflict can not be used with --consume-scores');
  }
}
