import { Command } from 'commander';
import { addEditOptions, type EditFlags } from '../edit/edit-options.js';
import type { Finish } from '../terminal/run-action.js';

/** Those of the core; a test compares them, so that help loads nothing of it. */
export const CORRECTIONS = ['GATE-019', 'GATE-027', 'SRC-006', 'VAL018', 'VAL032'];

export function fixCommand(finish: Finish): Command {
  const command = new Command('fix').description('correct mistakes in schemas that have only one correction');
  return addEditOptions(command, CORRECTIONS)
    .addHelpText('after', '\nExamples:\n  flowmcp fix providers/defillama\n  flowmcp fix providers --write')
    .action(async (paths: string[], flags: EditFlags) => {
      const { editFiles } = await import('../edit/action.js');
      finish(await editFiles('fix', paths, flags));
    });
}
