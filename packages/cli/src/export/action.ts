import { exportTargets } from '@flowmcp/grading-core/features/export/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, resolveExportRoot, targetsOf } from '../options/workplace.js';
import { printProblems, printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface ExportFlags extends TargetFlags {
  readonly exportDir?: string;
  readonly schemas: boolean;
  readonly allowRejected?: boolean;
}

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
        printProblems(warnings);
      }
    },
  });
}
