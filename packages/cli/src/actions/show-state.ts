import { readState, type StateResult } from '@flowmcp/grading-core/commands';
import type { TargetFlags } from '../island-option.js';
import { printResult, printTalk } from '../output.js';
import { runAction } from './run-action.js';
import { onSameIsland, openWorkplace, shownIslandPath, targetsOf } from './workplace.js';

/** More targets than this are shown one line each. */
const SHOWN_IN_FULL = 3;

/** `flowmcp grading state`. */
export function showState(targets: readonly string[], flags: TargetFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const named = targetsOf(targets, flags, 'grading state');
      return proposeOnSameIsland(await readState({ island: openWorkplace(flags).island, ...named }), flags);
    },
    show: async ({ results }) => {
      if (results.length === 0) return;
      const { renderState, renderStateTable } = await import('../render/state.js');
      if (flags.all || results.length > SHOWN_IN_FULL) return printResult(renderStateTable(results));
      const workplace = openWorkplace(flags);
      const shown = (path: string) => shownIslandPath(path, workplace);
      printResult(results.map((found) => renderState(found, shown)).join('\n\n'));
      const warnings = results.flatMap((found) => found.warnings ?? []);
      if (warnings.length > 0) printTalk((await import('../render/problems.js')).formatProblems(warnings));
    },
  });
}

function proposeOnSameIsland(state: StateResult, flags: TargetFlags): StateResult {
  return {
    ...state,
    results: state.results.map((found) => ({
      ...found,
      nextAction: { ...found.nextAction, command: onSameIsland(found.nextAction.command, flags) },
    })),
  };
}
