import { exportTargets } from '@flowmcp/grading-core/commands';
import type { ExportFlags } from '../commands/grading-export.js';
import { printResult, printTalk } from '../output.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, resolveExportRoot, targetsOf } from './workplace.js';

/** `flowmcp grading export`. */
export function exportGraded(targets: readonly string[], flags: ExportFlags) {
  return runAction({
    json: flags.json,
    run: () => {
      const named = targetsOf(targets, flags, 'grading export');
      const workplace = openWorkplace(flags);
      const exportRoot = resolveExportRoot(flags.exportDir, workplace);
      const { schemas, allowRejected = false } = flags;
      return exportTargets({ island: workplace.island, exportRoot, ...named, schemas, allowRejected });
    },
    show: ({ results }) => {
      for (const { target, exportDir, indexExportPath, ...exported } of results) {
        const { schemaExports, aboutExport, listExports, warnings } = exported;
        const beside = [...schemaExports, ...(aboutExport ? [aboutExport] : []), ...listExports];
        const files = [indexExportPath, ...beside.map(({ to }) => to)];
        printResult([`${target} → ${exportDir}`, ...files.map((file) => `  ${file}`)].join('\n'));
        if (warnings.length > 0) printTalk(formatProblems(warnings));
      }
    },
  });
}
