import type { EditKind } from '@flowmcp/grading-core/features/edit/run';
import { Command, Option } from 'commander';
import { parseList } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { EditFlags } from './action.js';

/** Those of the core; a test compares them, so that help loads nothing of it. */
export const CORRECTIONS = ['GATE-019', 'GATE-027', 'SRC-006', 'VAL018', 'VAL032'];

export function fixCommand(finish: Finish): Command {
  const description = 'correct mistakes in schemas that have only one correction';
  return editCommand('fix', { description, parts: CORRECTIONS, finish });
}

/** The transforms of the core; a test compares them, so that help loads nothing of it. */
export const MIGRATIONS = ['main', 'version', 'tools', 'method', 'path', 'handlers', 'skills', 'root'];

export function migrateCommand(finish: Finish): Command {
  const description = 'bring schemas of FlowMCP 1.x, 2.x and 3.x to version 4.0.0';
  return editCommand('migrate', { description, parts: MIGRATIONS, finish });
}

/** @param options.parts what `--only` takes */
function editCommand(
  kind: EditKind,
  options: { readonly description: string; readonly parts: readonly string[]; readonly finish: Finish },
): Command {
  const { description, parts, finish } = options;
  return new Command(kind)
    .description(description)
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
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nExamples:\n  flowmcp ${kind} providers/defillama\n  flowmcp ${kind} providers --write`,
    )
    .action(async (paths: string[], flags: EditFlags) => {
      const { editFiles } = await import('./action.js');
      finish(await editFiles(kind, paths, flags));
    });
}
