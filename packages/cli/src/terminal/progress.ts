import { clearLine, cursorTo } from 'node:readline';

/** Says how far a long command is: `done` targets of `total`, and which one is next. */
export type OnProgress = (done: number, total: number, what: string) => void;

/** Runs something with a line of progress on stderr: only on a terminal, and gone when it is over. */
export async function withProgress<T>(run: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return run(() => undefined);
  const erase = () => {
    clearLine(stderr, 0);
    cursorTo(stderr, 0);
  };
  try {
    return await run((done, total, what) => {
      // When all is done there is no next one to be told of.
      if (done >= total) return;
      erase();
      stderr.write(`[${done + 1}/${total}] ${what}`.slice(0, (stderr.columns ?? 80) - 1));
    });
  } finally {
    erase();
  }
}
