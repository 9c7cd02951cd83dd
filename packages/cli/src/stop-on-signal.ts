const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * For a command that only a signal ends: the first one asks it to finish, the second one ends it at once.
 *
 * @returns the signal for its work, and the exit code that it stands for
 */
export function stopOnSignal(): { readonly signal: AbortSignal; readonly exitCode: () => number | null } {
  const controller = new AbortController();
  let exitCode: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // That of bin.ts would end the process at once.
    process.removeAllListeners(name);
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(CODES[name]);
      exitCode = CODES[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}
