import { Command } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ExportFlags } from './action.js';

export function exportCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('export')
      .description(
        'hand out index.json and the clean schemas, with their About and lists, into a fresh folder',
      )
      .argument('[target...]', 'namespaces of the island')
      .option('--all', 'every namespace of the island')
      .option(
        '--export-dir <path>',
        'folder the export is put into (default: _exports in the island)',
        parsePath,
      )
      .option('--no-schemas', 'hand out index.json alone')
      .option('--allow-rejected', 'hand out what is rejected too; without it that ends with exit code 1'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading export defillama\n  flowmcp grading export --all --export-dir out',
    )
    .action(async (targets: string[], flags: ExportFlags) => {
      const { exportGraded } = await import('./action.js');
      finish(await exportGraded(targets, flags));
    });
}
