import { resolve } from 'node:path';
import { exportTargets } from '@flowmcp/grading-core/features/export/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, resolveExportRoot, targetsOf } from '../options/workplace.js';
import { printProblems, printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface ExportFlags extends TargetFlags {
  readonly exportDir?: string;
  readonly schemas: boolean;
  readonly allowRejected?: boolean;
  readonly proofDir?: string;
  readonly check?: boolean;
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
      for (const { target, exportDir, indexExportPath, proofExportPath, ...exported } of results) {
        const { schemaExports, aboutExport, listExports, warnings } = exported;
        const beside = [...schemaExports, ...(aboutExport ? [aboutExport] : []), ...listExports];
        const proof = proofExportPath === undefined ? [] : [proofExportPath];
        const files = [indexExportPath, ...proof, ...beside.map(({ to }) => to)];
        printResult([`${target} → ${exportDir}`, ...files.map((file) => `  ${file}`)].join('\n'));
        printProblems(warnings);
      }
    },
  });
}

/** `flowmcp grading export --proof-dir`. */
export function exportProofsTo(proofDir: string, targets: readonly string[], flags: ExportFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const named = targetsOf(targets, flags, 'grading export');
      const { island } = openWorkplace(flags);
      // Loaded only here, because any other export needs no parsers.
      const { exportProofs } = await import('@flowmcp/grading-core/features/export/write-proofs');
      return exportProofs({ island, ...named, proofDir: resolve(proofDir), check: flags.check ?? false });
    },
    show: ({ results }) => {
      for (const { target, proofPath, written } of results) {
        printResult(`${target} → ${proofPath}${written ? '' : ': up to date'}`);
      }
    },
  });
}
