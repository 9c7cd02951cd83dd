import { exportTargets } from '@flowmcp/grading-core/commands';
import type { ExportFlags } from '../commands/grading-export.js';
import { printResult } from '../output.js';
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
      return exportTargets({ island: workplace.island, exportRoot, ...named, schemas: flags.schemas });
    },
    show: ({ results }) => {
      for (const { target, exportDir, indexExportPath, schemaExports } of results) {
        const files = [indexExportPath, ...schemaExports.map(({ to }) => to)];
        printResult([`${target} → ${exportDir}`, ...files.map((file) => `  ${file}`)].join('\n'));
      }
    },
  });
}
