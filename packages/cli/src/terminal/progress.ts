import { clearLine, cursorTo } from 'node:readline';
import type { OnProgress } from '@flowmcp/grading-core/commands';

/** Runs a task with a progress line on stderr. The line appears only on a terminal and is removed at the end. */
export async function withProgress<T>(run: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return run(() => undefined);
  const erase = () => {
    clearLine(stderr, 0);
    cursorTo(stderr, 0);
  };
  try {
    return await run((done, total, what, part) => {
      // After the last target, there is no next one to show.
      if (done >= total) return;
      erase();
      const within = part ? `, ${part.done + 1} of ${part.total}` : '';
      stderr.write(`[${done + 1}/${total}] ${what}${within}`.slice(0, (stderr.columns ?? 80) - 1));
    });
  } finally {
    erase();
  }
}
