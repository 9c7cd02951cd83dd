import { Command } from 'commander';
import { addEditOptions, type EditFlags } from '../edit/edit-options.js';
import type { Finish } from '../terminal/run-action.js';

/** The transforms of the core; a test compares them, so that help loads nothing of it. */
export const MIGRATIONS = ['main', 'version', 'tools', 'method', 'path', 'handlers', 'skills', 'root'];

export function migrateCommand(finish: Finish): Command {
  const command = new Command('migrate').description(
    'bring schemas of FlowMCP 1.x, 2.x and 3.x to version 4.0.0',
  );
  return addEditOptions(command, MIGRATIONS)
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp migrate providers/defillama\n  flowmcp migrate providers --write',
    )
    .action(async (paths: string[], flags: EditFlags) => {
      const { editFiles } = await import('../edit/action.js');
      finish(await editFiles('migrate', paths, flags));
    });
}
