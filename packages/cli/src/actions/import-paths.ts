import { type ImportResult, importSources } from '@flowmcp/grading-core/commands';
import type { ImportFlags } from '../commands/grading-import.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { counted } from '../render/count.js';
import { describeImport } from '../render/import.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { onSameIsland, openWorkplace } from './workplace.js';

/** `flowmcp grading import`. */
export function importPaths(paths: readonly string[], flags: ImportFlags) {
  const { dryRun = false, keepGoing = false, strict = false } = flags;
  return runAction({
    json: flags.json,
    run: () => {
      const { island } = openWorkplace(flags);
      return withProgress((onProgress) =>
        importSources({ island, paths, dryRun, keepGoing, strict, onProgress }),
      );
    },
    show: (result) => {
      printResult(describeImport(result));
      showWarnings(result, flags);
      const [only] = result.results;
      if (only && result.results.length === 1 && !dryRun) {
        printTalk(`next: ${onSameIsland(`flowmcp grading run ${only.namespace} --emit-prompts`, flags)}`);
      }
    },
  });
}

function showWarnings({ results }: ImportResult, { warnings: wanted = false }: ImportFlags): void {
  const warnings = results.flatMap((found) => found.warnings);
  if (warnings.length === 0) return;
  printTalk(
    wanted ? formatProblems(warnings) : `${counted(warnings.length, 'warning')} (--warnings shows them)`,
  );
}
