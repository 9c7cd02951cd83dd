import { Command, Option } from 'commander';
import { addIslandOptions } from '../options/island-options.js';
import { parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ExportFlags } from './action.js';

export function exportCommand(finish: Finish): Command {
  const command = addIslandOptions(
    new Command('export')
      .description('export index.json and the clean schemas, with their About and lists, to a new folder')
      .argument('[target...]', 'namespaces of the island')
      .option('--all', 'every namespace of the island')
      .option('--export-dir <path>', 'folder to export to (default: _exports in the island)', parsePath)
      .option('--no-schemas', 'export index.json only')
      .option('--allow-rejected', 'also export rejected targets; without this option, they cause exit code 1')
      .addOption(
        new Option(
          '--proof-dir <folder>',
          'only write the proof of each namespace, to <folder>/<namespace>/grade.json beside its sources',
        )
          .argParser(parsePath)
          .conflicts(['exportDir', 'schemas', 'allowRejected']),
      )
      .option('--check', 'with --proof-dir: write nothing; exit code 1 if a proof is not up to date'),
  ).addHelpText(
    'after',
    '\nExamples:\n  flowmcp grading export defillama\n  flowmcp grading export --all --export-dir out\n  flowmcp grading export --all --proof-dir providers',
  );
  return command.action(async (targets: string[], flags: ExportFlags) => {
    const { proofDir } = flags;
    if (proofDir === undefined && flags.check) command.error('--check goes with --proof-dir <folder>');
    const { exportGraded, exportProofsTo } = await import('./action.js');
    finish(
      await (proofDir === undefined
        ? exportGraded(targets, flags)
        : exportProofsTo(proofDir, targets, flags)),
    );
  });
}
