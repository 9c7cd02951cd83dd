import { Command } from 'commander';
import type { Finish } from '../terminal/run-action.js';
import type { ExplainCodeFlags } from './action.js';

export function explainCodeCommand(finish: Finish): Command {
  return new Command('explain-code')
    .description('what a code means and what to do about it')
    .argument('<code>', 'such as IMP-005 or VAL014')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  flowmcp explain-code VAL014')
    .action(async (code: string, flags: ExplainCodeFlags) => {
      const { explainCode } = await import('./action.js');
      finish(await explainCode(code, flags));
    });
}
