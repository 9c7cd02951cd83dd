import { importSources } from '@flowmcp/grading-core';
import { Command } from 'commander';
import { runAction } from '../action.js';
import { addIslandOption, type IslandFlags, openWorkplace } from '../island-options.js';
import { createProgress, formatProblem, printResult, printTalk } from '../output.js';

interface Flags extends IslandFlags {
  readonly dryRun?: boolean;
  readonly keepGoing?: boolean;
  readonly strict?: boolean;
  readonly warnings?: boolean;
  readonly json?: boolean;
}

export function importCommand(finish: (code: number) => void): Command {
  return addIslandOption(
    new Command('import')
      .description('stage 0: validate provider folders or schema files and snapshot what is new')
      .argument('<path...>', 'provider folders, .mjs files, or folders of provider folders')
      .option('--dry-run', 'show what would be written, write nothing')
      .option('--keep-going', 'import what is valid, report the rest')
      .option('--strict', 'let warnings refuse a schema too')
      .option('--warnings', 'print every warning, not only their number')
      .option('--json', 'print one JSON document'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading import providers/defillama\n  flowmcp grading import providers/* --keep-going',
    )
    .action((paths: string[], flags: Flags) => importPaths(paths, flags, finish));
}

async function importPaths(paths: string[], flags: Flags, finish: (code: number) => void): Promise<void> {
  const progress = createProgress();
  await runAction({
    json: flags.json ?? false,
    finish,
    run: async () => {
      const { island } = openWorkplace(flags);
      const { dryRun = false, keepGoing = false, strict = false } = flags;
      const result = await importSources({
        island,
        paths,
        dryRun,
        keepGoing,
        strict,
        onProgress: progress.show,
      });
      progress.end();
      return result;
    },
    show: ({ results, dryRun }) => {
      const many = results.length > 10;
      for (const found of many ? [] : results) printResult(describeNamespace(found, dryRun));
      const count = (key: 'imported' | 'skipped' | 'rejected') =>
        results.reduce((sum, found) => sum + found[key].length, 0);
      if (many) {
        const verb = dryRun ? 'would be imported' : 'imported';
        printResult(
          `${results.length} namespaces: ${count('imported')} schemas ${verb}, ${count('skipped')} unchanged, ${count('rejected')} rejected`,
        );
      }
      const warnings = results.flatMap((found) => found.warnings);
      if (flags.warnings) for (const found of warnings) printTalk(formatProblem(found));
      else if (warnings.length > 0) printTalk(`${warnings.length} warnings (--warnings shows them)`);
      const [only] = results;
      if (only && results.length === 1 && !dryRun)
        printTalk(`next: flowmcp grading run ${only.namespace} --emit-prompts`);
    },
  });
}

type Imported = Awaited<ReturnType<typeof importSources>>['results'][number];

function describeNamespace({ namespace, imported, skipped, rejected }: Imported, dryRun: boolean): string {
  const verb = dryRun ? 'would import' : 'imported';
  return [
    `${namespace}: ${verb} ${imported.length}, unchanged ${skipped.length}${rejected.length > 0 ? `, rejected ${rejected.length}` : ''}`,
    ...imported.map(({ schema, hash }) => `  + ${schema} ${hash}`),
    ...skipped.map(({ schema, hash }) => `  = ${schema} ${hash}`),
    ...rejected.map(({ file }) => `  ! ${file}`),
  ].join('\n');
}
