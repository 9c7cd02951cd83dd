import { rebuildTargets } from '@flowmcp/grading-core';
import { Command } from 'commander';
import { runAction } from '../action.js';
import { addIslandOption, type IslandFlags, openWorkplace } from '../island-options.js';
import { createProgress, formatProblem, printResult, printTalk } from '../output.js';

interface Flags extends IslandFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

export function rebuildCommand(finish: (code: number) => void): Command {
  return addIslandOption(
    new Command('rebuild')
      .description('derive index.json anew from the files of the island')
      .argument('[target...]', 'namespaces of the island')
      .option('--all', 'every namespace of the island')
      .option('--json', 'print one JSON document'),
  )
    .addHelpText('after', '\nExamples:\n  flowmcp grading rebuild defillama\n  flowmcp grading rebuild --all')
    .action((targets: string[], flags: Flags) => rebuild(targets, flags, finish));
}

async function rebuild(targets: string[], flags: Flags, finish: (code: number) => void): Promise<void> {
  const progress = createProgress();
  await runAction({
    json: flags.json ?? false,
    finish,
    run: async () => {
      const { island } = openWorkplace(flags);
      const result = await rebuildTargets({
        island,
        targets,
        all: flags.all ?? false,
        onProgress: progress.show,
      });
      progress.end();
      return result;
    },
    show: ({ results }) => {
      for (const { target, changed, rollupStatus, rollupGrade, warnings } of results) {
        printResult(
          `${target}: ${rollupStatus}${rollupGrade ? ` ${rollupGrade}` : ''} (${changed ? 'written' : 'untouched'})`,
        );
        for (const found of warnings) printTalk(formatProblem(found));
      }
    },
  });
}
