import { errorCodes, isErrorCode, problem } from '@flowmcp/grading-core/commands';
import { printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface ExplainCodeFlags {
  readonly json?: boolean;
}

/** `flowmcp explain-code`: prints the message and hint of a code, with placeholders instead of values. */
export function explainCode(given: string, { json }: ExplainCodeFlags) {
  return runAction({
    json,
    run: () => {
      const code = given.toUpperCase();
      if (!isErrorCode(code)) {
        return { status: false, results: [], errors: [problem('CLI-004', undefined, { code: given })] };
      }
      const { severity, text, hint } = errorCodes[code];
      return { status: true, results: [{ code, severity, text, hint }], errors: [] };
    },
    show: ({ results }) => {
      for (const { code, severity, text, hint } of results) {
        printResult(`${code} (${severity})\n  ${text}\n  → ${hint}`);
      }
    },
  });
}
