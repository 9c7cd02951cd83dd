import { exportTargets } from '@flowmcp/grading-core';
import { Command } from 'commander';
import { runAction } from '../action.js';
import { addIslandOption, type IslandFlags, openWorkplace, resolveExportRoot } from '../island-options.js';
import { printResult } from '../output.js';

interface Flags extends IslandFlags {
  readonly all?: boolean;
  readonly exportDir?: string;
  readonly schemas: boolean;
  readonly json?: boolean;
}

export function exportCommand(finish: (code: number) => void): Command {
  return addIslandOption(
    new Command('export')
      .description('hand out index.json and the clean schemas into a fresh folder')
      .argument('[target...]', 'namespaces of the island')
      .option('--all', 'every namespace of the island')
      .option('--export-dir <path>', 'folder the export is put into (default: _exports in the island)')
      .option('--no-schemas', 'hand out index.json alone')
      .option('--json', 'print one JSON document'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading export defillama\n  flowmcp grading export --all --export-dir out',
    )
    .action(async (targets: string[], flags: Flags) => {
      await runAction({
        json: flags.json ?? false,
        finish,
        run: () => {
          const workplace = openWorkplace(flags);
          const exportRoot = resolveExportRoot(flags.exportDir, workplace);
          const { all = false, schemas } = flags;
          return exportTargets({ island: workplace.island, exportRoot, targets, all, schemas });
        },
        show: ({ results }) => {
          for (const { target, exportDir, indexExportPath, schemaExports } of results) {
            const files = [indexExportPath, ...schemaExports.map(({ to }) => to)];
            printResult([`${target} → ${exportDir}`, ...files.map((file) => `  ${file}`)].join('\n'));
          }
        },
      });
    });
}
