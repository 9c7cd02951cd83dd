import { type Command, Option } from 'commander';
import { parseList } from '../options/parse-options.js';

/** Flags of the commands that edit schema files. */
export interface EditFlags {
  readonly write?: boolean;
  readonly force?: boolean;
  readonly only?: readonly string[];
  readonly json?: boolean;
}

/**
 * Adds the argument and the options of a command that edits schema files.
 *
 * @param parts what `--only` takes
 */
export function addEditOptions(command: Command, parts: readonly string[]): Command {
  return command
    .argument('<path...>', 'schema files, provider folders, or folders full of them')
    .option('--write', 'write the files; without it, only the changes are shown')
    .option('--force', 'with --write: also write files that git could not restore')
    .addOption(
      new Option('--dry-run', 'show the changes and write nothing, as without --write').conflicts('write'),
    )
    .addOption(
      new Option('--only <part,...>', `make only these changes: ${parts.join(', ')}`).argParser(
        parseList(parts),
      ),
    )
    .option('--json', 'print one JSON document');
}
