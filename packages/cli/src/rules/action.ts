import { sayVersions } from '@flowmcp/grading-core/commands';
import {
  type RulesPlan,
  type SetRulesResult,
  type ShownRules,
  setRules,
  showRules,
} from '@flowmcp/grading-core/features/rules/run';
import type { IslandFlags } from '../options/island-options.js';
import { tellStandIns } from '../options/named-rules.js';
import { onSameIsland, openWorkplace } from '../options/workplace.js';
import { renderPlanTable } from '../plan/render.js';
import { counted } from '../terminal/layout.js';
import { printProblems, printResult, printTalk, visible } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';

export interface SetRulesFlags extends IslandFlags {
  readonly set?: readonly string[];
  readonly dryRun?: boolean;
}

/** `flowmcp grading rules`. */
export function displayRules(flags: IslandFlags) {
  return runAction({
    json: flags.json,
    run: () => showRules(openWorkplace(flags).island),
    show: (result) => printResult(describeRules(result, flags)),
  });
}

function describeRules({ rules, known, newer }: ShownRules, flags: IslandFlags): string {
  const follow = onSameIsland(`flowmcp grading rules --set ${newer[0] ?? ''}`, flags);
  return [
    `this island follows ${sayVersions(rules)}`,
    ...Object.entries(known).map(([axis, versions]) => `known ${axis}: ${versions.join(', ')}`),
    ...(newer.length > 0
      ? [`newer: ${newer.join(', ')}; to see what would change: ${follow} --dry-run`]
      : []),
  ].join('\n');
}

/** `flowmcp grading rules --set`. */
export function changeRules(rules: readonly string[], flags: SetRulesFlags) {
  const { json, dryRun } = flags;
  return runAction({
    json,
    run: () => {
      const { island } = openWorkplace(flags);
      tellStandIns(rules);
      const days = island.book.grading.ageingDays;
      const onPlanned = (plan: RulesPlan) => {
        if (!json && plan.results.length > 0) printResult(renderPlanTable(visible(plan), days));
      };
      const change = {
        ...{ island, rules, onPlanned },
        ...(dryRun !== undefined && { dryRun }),
        onChange: () =>
          tellInterruption(onSameIsland(`flowmcp grading rules --set ${rules.join(',')}`, flags)),
      };
      return withProgress((onProgress) => setRules({ ...change, onProgress })).finally(forgetInterruption);
    },
    show: (result) => {
      printResult(describeChange(result));
      printProblems(result.results.flatMap(({ warnings }) => warnings));
      if (result.dryRun) printTalk('nothing was written');
    },
  });
}

/** Says how to finish a change, if a signal ends the process in the middle of it. */
let onExit: (() => void) | null = null;

function tellInterruption(finish: string): void {
  onExit = () =>
    printTalk(`interrupted: some of the rules may be changed and some not; to finish: ${finish}`);
  process.once('exit', onExit);
}

function forgetInterruption(): void {
  if (onExit) process.off('exit', onExit);
}

function describeChange({ before, after, dryRun, status, results }: SetRulesResult): string {
  if (sayVersions(before) === sayVersions(after)) {
    return `the island follows ${sayVersions(after)} already; ${sayWritten(results)}`;
  }
  const change = `${sayVersions(before)} → ${sayVersions(after)}`;
  if (dryRun) return `the rules would change: ${change}`;
  if (!status && results.length === 0) return `the rules were not changed: ${sayVersions(before)}`;
  return `the rules are set: ${change}; ${sayWritten(results)}`;
}

function sayWritten(results: SetRulesResult['results']): string {
  const written = results.filter(({ changed }) => changed).length;
  return `${written} of ${counted(results.length, 'index', 'indexes')} changed`;
}
