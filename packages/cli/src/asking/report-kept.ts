import { problem } from '@flowmcp/grading-core/commands';
import { printJson, printProblems } from '../terminal/output.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Lets a command that a signal ends say how many answers it has kept. The listener of bin.ts then ends the process; with
 * `--queue`, the session takes over instead.
 */
export function reportKept({ json = false }: { readonly json?: boolean }) {
  let kept = 0;
  const report = (signal: NodeJS.Signals) => {
    const found = problem('SCR-043', undefined, { signal, kept });
    if (json) printJson({ status: false, errors: [found] });
    else printProblems([found]);
  };
  for (const signal of SIGNALS) process.prependOnceListener(signal, report);
  return {
    onKept: (answers: number) => {
      kept = answers;
    },
    async end(running: Promise<number>): Promise<number> {
      try {
        return await running;
      } finally {
        for (const signal of SIGNALS) process.off(signal, report);
      }
    },
  };
}
