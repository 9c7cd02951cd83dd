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

/** What one of the two halves would ignore. */
const OF_EMIT = ['onConflict'] as const;
const OF_CONSUME = ['reportsDir'] as const;

/** `flowmcp grade`, and so `flowmcp dev grade`: scoring protocol v1 (Schemas-Spec 22). */
export function gradeCommand(finish: Finish): Command {
  const command = new Command('grade')
    .description('scoring protocol v1: two prompts per schema, two scores, one report; needs no island')
    .argument('<schema...>', 'schema files, folders, or patterns in quotes: "providers/**/*.mjs"')
    .option('--workdir <folder>', 'where prompts and states lie (default: proofs/grade-work)', parsePath)
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
    )
    .option('--reports-dir <folder>', 'where reports are written (default: proofs/grade-reports)', parsePath);
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

/** Exactly one half, and no option that it would ignore. */
function refuseMixedHalves(command: Command, { emitPrompts = false, consumeScores }: GradeFlags): void {
  if (emitPrompts === (consumeScores !== undefined)) {
    const found = emitPrompts ? 'found both' : 'found neither';
    command.error(`exactly one of --emit-prompts and --consume-scores <path> was expected, ${found}`);
  }
  const [half, foreign] = emitPrompts ? ['--emit-prompts', OF_CONSUME] : ['--consume-scores', OF_EMIT];
  const idle = command.options.filter(
    (option) =>
      (foreign as readonly string[]).includes(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (idle.length > 0) {
    command.error(`${idle.map(({ long }) => long).join(', ')} can not be used with ${half}`);
  }
}
