import { readState } from '@flowmcp/grading-core';
import { Command } from 'commander';
import { runAction } from '../action.js';
import { addIslandOption, type IslandFlags, openWorkplace } from '../island-options.js';
import { printResult } from '../output.js';

interface Flags extends IslandFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

export function stateCommand(finish: (code: number) => void): Command {
  return addIslandOption(
    new Command('state')
      .description('how targets stand, node by node: what is blocked, why, and what to do next')
      .argument('[target...]', 'namespaces, schemas or tools of the island')
      .option('--all', 'every namespace of the island, one line each')
      .option('--json', 'print one JSON document'),
  )
    .addHelpText('after', '\nExamples:\n  flowmcp grading state defillama\n  flowmcp grading state --all')
    .action(async (targets: string[], flags: Flags) => {
      await runAction({
        json: flags.json ?? false,
        finish,
        run: () => readState({ island: openWorkplace(flags).island, targets, all: flags.all ?? false }),
        show: async ({ results }) => {
          const { renderState, renderStateTable } = await import('../render/state.js');
          if (flags.all || results.length > 3) printResult(renderStateTable(results));
          else for (const found of results) printResult(renderState(found));
        },
      });
    });
}
