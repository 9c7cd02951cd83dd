import { type BookVersions, chooseRules, sayVersions } from '@flowmcp/grading-core/commands';
import { type ImportResult, importSources } from '@flowmcp/grading-core/features/import/run';
import { listRemedies } from '../edit/remedies.js';
import type { IslandFlags, ShardFlags } from '../options/island-options.js';
import { sayFreed, tellStandIns } from '../options/named-rules.js';
import type { RulesFlags } from '../options/rules-option.js';
import { nextOnSameIsland, onSameIsland, openWorkplace } from '../options/workplace.js';
import { describeLeftOut } from '../run/render.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatMany, withSummary } from '../terminal/problem-groups.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { describeImport } from './render.js';

export interface ImportFlags extends IslandFlags, ShardFlags, RulesFlags {
  readonly dryRun?: boolean;
  readonly keepGoing?: boolean;
  readonly strict?: boolean;
  readonly retire?: boolean;
  readonly evaluate?: 'sandbox';
  readonly details?: boolean;
  readonly persona?: readonly string[];
}

/** `flowmcp grading import`. */
export function importPaths(paths: readonly string[], flags: ImportFlags) {
  const { dryRun = false, keepGoing = false, strict = false, retire = false } = flags;
  const { evaluate, persona: personaIds, shard = null, rules } = flags;
  return runAction({
    json: flags.json,
    run: async () => {
      const { island, config } = openWorkplace(flags);
      tellStandIns(rules);
      const result = await withProgress((onProgress) =>
        importSources({
          island,
          paths,
          dryRun,
          keepGoing,
          strict,
          retire,
          evaluate,
          personaIds,
          shard,
          rules,
          rulesOfNew: config.rules,
          onProgress,
        }),
      );
      return withSummary(result, [...result.errors, ...result.results.flatMap((found) => found.warnings)]);
    },
    show: async (result, asItIs) => {
      printResult(describeImport(result));
      const warnings = result.results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatMany(warnings, flags));
      const told = asItIs.results.flatMap((found) => found.warnings);
      const schemasSpec = rules && chooseRules(rules).book.spec.schemasSpec;
      for (const line of await listRemedies(told, { paths, schemasSpec, rules })) printTalk(line);
      if (result.chosen && rules === undefined) tellStandIns(openWorkplace(flags).config.rules);
      if (result.chosen) printTalk(describeChosen(result.chosen, dryRun));
      if (result.freed) {
        const { island } = openWorkplace(flags);
        printTalk(sayFreed(result.freed, { island, flags, what: 'declared' }));
      }
      const leftOut = describeLeftOut(result.leftOut, 'import');
      if (leftOut) printTalk(leftOut);
      const next = leftOut ? null : await nextStep(result, flags);
      if (next) printTalk(next);
    },
  });
}

function describeChosen(rules: BookVersions, dryRun: boolean): string {
  return `this island ${dryRun ? 'would follow' : 'now follows'} ${sayVersions(rules)}`;
}

/**
 * The next command, if there is exactly one. For a selection, that is `grading state`, which shows what the selection
 * is waiting for; for a namespace with failing files, what `grading state` would propose, as there may be nothing to ask.
 */
async function nextStep({ results, dryRun }: ImportResult, flags: ImportFlags): Promise<string | null> {
  const selections = results.filter(({ flow }) => flow === 'selection');
  const [only] = selections.length > 0 ? selections : results;
  if (!only || dryRun || selections.length > 1) return null;
  const say = (command: string) => `next: ${onSameIsland(command, flags)}`;
  if (only.flow === 'selection') return say(`flowmcp grading state selections/${only.selectionId}`);
  if (results.length > 1) return null;
  const { namespace, rejected } = only;
  if (!rejected.some(({ recorded }) => recorded)) return say(`flowmcp grading emit ${namespace}`);
  const { readState } = await import('@flowmcp/grading-core/features/state/run');
  const { results: states } = await readState({ island: openWorkplace(flags).island, targets: [namespace] });
  const { nextAction } = states[0] ?? {};
  if (!nextAction) return null;
  const { nextLines } = await import('../state/render.js');
  return nextLines(nextOnSameIsland(nextAction, flags));
}
