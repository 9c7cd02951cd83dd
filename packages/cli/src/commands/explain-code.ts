import { errorCodes, isErrorCode, problem } from '@flowmcp/grading-core';
import { Command } from 'commander';
import { runAction } from '../action.js';
import { printResult } from '../output.js';

export function explainCodeCommand(finish: (code: number) => void): Command {
  return new Command('explain-code')
    .description('what a code means and what to do about it')
    .argument('<code>', 'such as IMP-005 or VAL014')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  flowmcp explain-code VAL014')
    .action(async (given: string, flags: { json?: boolean }) => {
      const code = given.toUpperCase();
      await runAction({
        json: flags.json ?? false,
        finish,
        run: () =>
          isErrorCode(code)
            ? { status: true, code, ...errorCodes[code], errors: [] }
            : { status: false, errors: [problem('CLI-004', undefined, { code: given })] },
        show: (result) => {
          if ('text' in result)
            printResult(`${result.code} (${result.severity})\n  ${result.text}\n  → ${result.hint}`);
        },
      });
    });
}
