import { Command } from 'commander';
import { addIslandOptions, evaluateOption, shardOption } from '../options/island-options.js';
import { parseWords } from '../options/parse-options.js';
import { rulesOption } from '../options/rules-option.js';
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
        'provider folders, schema files, selections (.json or .mjs), or folders full of them',
      )
      .option('--dry-run', 'show what would be written, but write nothing')
      .option('--keep-going', 'import what is valid, and report the rest')
      .option('--strict', 'also reject schemas and selections that have warnings')
      .option('--retire', 'retire schemas that have a grade if they are missing from their folder')
      .addOption(evaluateOption())
      .addOption(shardOption())
      .addOption(
        rulesOption(
          'rule book of a new island, such as 3.0.3 (default: grading.rules in config.json, else 2.0.0)',
        ),
      )
      .option(
        '--persona <id,...>',
        'personas of selections that do not name any: base personas or lenses, the grading one first',
        parseWords,
      )
      .option('--details', 'list every warning, however many there are'),
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
