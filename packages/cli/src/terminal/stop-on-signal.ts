const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export interface StopOnSignal {
  readonly signal: AbortSignal;
  /** null: no signal has come. */
  exitCode(): number | null;
}

/**
 * For work that is not to end in the middle of a call to others: the first signal asks it to finish, the second one ends
 * the command at once.
 *
 * @param isIdle nothing has to be finished: the first one ends it at once too
 */
export function stopOnSignal(isIdle: () => boolean = () => false): StopOnSignal {
  const controller = new AbortController();
  let exitCode: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // That of bin.ts would end the process at once.
    process.removeAllListeners(name);
    process.on(name, () => {
      if (controller.signal.aborted || isIdle()) process.exit(CODES[name]);
      exitCode = CODES[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}
