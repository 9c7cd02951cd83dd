import { clearLine, cursorTo } from 'node:readline';

/** Reports progress: `done` out of `total` targets, and which one is next. */
export type OnProgress = (done: number, total: number, what: string) => void;

/** Runs a task with a progress line on stderr. The line appears only on a terminal and is removed at the end. */
export async function withProgress<T>(run: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return run(() => undefined);
  const erase = () => {
    clearLine(stderr, 0);
    cursorTo(stderr, 0);
  };
  try {
    return await run((done, total, what) => {
      // After the last target, there is no next one to show.
      if (done >= total) return;
      erase();
      stderr.write(`[${done + 1}/${total}] ${what}`.slice(0, (stderr.columns ?? 80) - 1));
    });
  } finally {
    erase();
  }
}
