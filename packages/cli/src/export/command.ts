import { Command } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ExportFlags } from './action.js';

export function exportCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('export')
      .description('export index.json and the clean schemas, with their About and lists, to a new folder')
      .argument('[target...]', 'namespaces of the island')
      .option('--all', 'every namespace of the island')
      .option('--export-dir <path>', 'folder to export to (default: _exports in the island)', parsePath)
      .option('--no-schemas', 'export index.json only')
      .option(
        '--allow-rejected',
        'also export rejected targets; without this option, they cause exit code 1',
      ),
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
