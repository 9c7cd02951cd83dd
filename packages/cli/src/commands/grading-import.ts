import { Command } from 'commander';
import type { Finish } from '../finish.js';
import { addIslandOptions, type IslandFlags } from '../island-option.js';

export interface ImportFlags extends IslandFlags {
  readonly dryRun?: boolean;
  readonly keepGoing?: boolean;
  readonly strict?: boolean;
  readonly warnings?: boolean;
}

export function importCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('import')
      .description('stage 0: validate provider folders or schema files and snapshot what is new')
      .argument('<path...>', 'provider folders, .mjs files, or folders of provider folders')
      .option('--dry-run', 'show what would be written, write nothing')
      .option('--keep-going', 'import what is valid, report the rest')
      .option('--strict', 'let warnings refuse a schema too')
      .option('--warnings', 'print every warning, not only their number'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading import providers/defillama\n  flowmcp grading import providers/* --keep-going',
    )
    .action(async (paths: string[], flags: ImportFlags) => {
      const { importPaths } = await import('../actions/import-paths.js');
      finish(await importPaths(paths, flags));
    });
}
