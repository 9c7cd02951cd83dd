import { Command } from 'commander';
import { addIslandOptions, evaluateOption, shardOption } from '../options/island-options.js';
import { parseWords } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ImportFlags } from './action.js';

export function importCommand(finish: Finish): Command {
  return addIslandOptions(
    new Command('import')
      .description(
        'stage 0: validate provider folders, schema files and selections, and snapshot what is new',
      )
      .argument(
        '<path...>',
        'provider folders, schema files, selections (.json or .mjs), or folders full of either',
      )
      .option('--dry-run', 'show what would be written, write nothing')
      .option('--keep-going', 'import what is valid, report the rest')
      .option('--strict', 'let warnings refuse a schema or a selection too')
      .option('--retire', 'let schemas that have a grade go where they are missing from their folder')
      .addOption(evaluateOption())
      .addOption(shardOption())
      .option(
        '--persona <id,...>',
        'whom selections are for that do not say so: base personas or lenses, the grading one first',
        parseWords,
      )
      .option('--warnings', 'print every warning, not only their number'),
  )
    .addHelpText(
      'after',
      [
        '\nExamples:',
        '  flowmcp grading import providers/defillama',
        '  flowmcp grading import providers/* --keep-going',
        '  flowmcp grading import providers/* selections/port-calls',
        '  flowmcp grading import selections/evm-research.mjs --persona ai-engineer',
      ].join('\n'),
    )
    .action(async (paths: string[], flags: ImportFlags) => {
      const { importPaths } = await import('./action.js');
      finish(await importPaths(paths, flags));
    });
}
