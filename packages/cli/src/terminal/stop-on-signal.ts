const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export interface StopOnSignal {
  readonly signal: AbortSignal;
  /** null: no signal has arrived. */
  exitCode(): number | null;
}

/**
 * For work that must not stop in the middle of a call: the first signal asks it to finish, the second one
 * ends the command at once.
 *
 * @param isIdle whether there is nothing to finish, so that the first signal ends the command at once, too
 */
export function stopOnSignal(isIdle: () => boolean = () => false): StopOnSignal {
  const controller = new AbortController();
  let exitCode: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // The listener of bin.ts would end the process at once.
    process.removeAllListeners(name);
    process.on(name, () => {
      if (controller.signal.aborted || isIdle()) process.exit(CODES[name]);
      exitCode = CODES[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}
