import { Command, Option } from 'commander';
import type { Finish } from '../terminal/run-action.js';

const EXAMPLES = `
Examples:
  flowmcp lint --stdio --save-snapshot new.json -- node build/index.js
  flowmcp lint diff reviewed.json new.json

Exit codes: 0 nothing that a model reads has changed; 1 something has;
2 a file could not be read.`;

/** `flowmcp lint diff`: a target that is called diff is written ./diff. */
export function lintDiffCommand(finish: Finish): Command {
  return new Command('diff')
    .description('list what changed between two snapshots, or schema files, of a server')
    .argument('<before>', 'the state that was reviewed')
    .argument('<after>', 'the state of today')
    .addOption(new Option('--format <format>', 'format of the list (default: text)').choices(['text', 'md']))
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (before: string, after: string, flags: { format?: 'text' | 'md'; json?: boolean }) => {
      const { lintDiff } = await import('./diff-action.js');
      finish(await lintDiff(before, after, flags));
    });
}
