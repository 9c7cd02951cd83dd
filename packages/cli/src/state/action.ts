import { clearScreenDown, cursorTo } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fatal } from '@flowmcp/grading-core/commands';
import { readState, type StateResult } from '@flowmcp/grading-core/features/state/run';
import type { TargetFlags } from '../options/island-options.js';
import { nextOnSameIsland, openWorkplace, shownIslandPath, targetsOf } from '../options/workplace.js';
import { printResult, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

/** If there are more targets than this, each gets a single line. */
const SHOWN_IN_FULL = 3;

/** `flowmcp grading state`. */
export function showState(targets: readonly string[], flags: TargetFlags): Promise<number> {
  return runAction({
    json: flags.json,
    run: () => readNamed(targets, flags),
    show: async (result) => {
      const text = await renderResult(result, flags);
      if (text !== '') printResult(text);
      const newer = await renderNewer(result, flags);
      if (newer !== null) printTalk(newer);
      const warnings = result.results.flatMap((found) => found.warnings ?? []);
      if (warnings.length > 0) printTalk((await import('../terminal/problems.js')).formatProblems(warnings));
    },
  });
}

/** Time between two checks; a check reads a few small files. */
const LOOK_AGAIN_MS = 1_000;

/**
 * `flowmcp grading state --watch`: shows the state again whenever it changes. Ends on a signal, or if a
 * target cannot be shown.
 */
export async function watchState(targets: readonly string[], flags: TargetFlags): Promise<number> {
  if (flags.json) {
    const reason = '--json prints one document, but --watch never ends';
    throw fatal('CLI-001', undefined, { reason, help: 'flowmcp grading state --help' });
  }
  let shown = '';
  for (;;) {
    const code = await runAction({
      json: false,
      run: () => readNamed(targets, flags),
      show: async (result) => {
        const text = await renderResult(result, flags);
        if (text === '' || text === shown) return;
        startAgain(shown === '');
        printResult(text);
        shown = text;
      },
    });
    if (code !== 0) return code;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** On a terminal, replaces the previous output; in a file or pipe, begins with a blank line. */
function startAgain(isFirst: boolean): void {
  if (process.stdout.isTTY) {
    cursorTo(process.stdout, 0, 0);
    clearScreenDown(process.stdout);
  } else if (!isFirst) printResult('');
}

async function readNamed(targets: readonly string[], flags: TargetFlags): Promise<StateResult> {
  const named = targetsOf(targets, flags, 'grading state');
  return proposeOnSameIsland(await readState({ island: openWorkplace(flags).island, ...named }), flags);
}

async function renderResult({ results }: StateResult, flags: TargetFlags): Promise<string> {
  if (results.length === 0) return '';
  const { renderState, renderStateTable } = await import('./render.js');
  const workplace = openWorkplace(flags);
  const days = workplace.island.book.grading.ageingDays;
  if (flags.all || results.length > SHOWN_IN_FULL) return renderStateTable(results, days);
  const shown = (path: string) => shownIslandPath(path, workplace);
  return results.map((found) => renderState(found, { shown, days })).join('\n\n');
}

/** The line about newer rules than the island's; null if none are known, or nothing would change by them yet. */
async function renderNewer({ freed, results }: StateResult, flags: TargetFlags): Promise<string | null> {
  const isGraded = results.some(({ nodes }) => nodes.some(({ gradedAt }) => gradedAt !== undefined));
  if (!freed && !isGraded) return null;
  const { sayFreed, sayNewer } = await import('../options/named-rules.js');
  const { island } = openWorkplace(flags);
  return freed ? sayFreed(freed, { island, flags, what: 'blocked' }) : sayNewer(island, flags);
}

function proposeOnSameIsland(state: StateResult, flags: TargetFlags): StateResult {
  return {
    ...state,
    results: state.results.map((found) => ({
      ...found,
      nextAction: nextOnSameIsland(found.nextAction, flags),
    })),
  };
}
