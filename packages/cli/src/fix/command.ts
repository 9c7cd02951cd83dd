import { Command } from 'commander';
import { addEditOptions, type EditFlags } from '../edit/edit-options.js';
import type { Finish } from '../terminal/run-action.js';

/** Codes of the findings that are corrected. */
const CORRECTIONS = ['GATE-019', 'GATE-027', 'SRC-006', 'VAL018', 'VAL032'];

export function fixCommand(finish: Finish): Command {
  const command = new Command('fix').description('correct mistakes in schemas that have only one correction');
  return addEditOptions(command, CORRECTIONS)
    .addHelpText('after', '\nExamples:\n  flowmcp fix providers/defillama\n  flowmcp fix providers --write')
    .action(async (paths: string[], flags: EditFlags) => {
      const { editFiles } = await import('../edit/action.js');
      finish(await editFiles('fix', paths, flags));
    });
}
