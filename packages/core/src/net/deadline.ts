/** The longest time a timer can hold. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Deadline {
  /** Aborts when the time is up or the call is called off. */
  readonly signal: AbortSignal;
  /** Which of the two it was; null as long as neither has happened. */
  ended(): 'timeout' | 'called-off' | null;
  clear(): void;
}

/** Begins the time of one call. AbortSignal.any would do, but Node 20 lets joined time-outs be collected as garbage. */
export function startDeadline(timeoutMs: number, calledOff: AbortSignal | undefined): Deadline {
  const end = new AbortController();
  const abort = () => end.abort();
  const timer = setTimeout(abort, Math.min(timeoutMs, MAX_TIMER_MS));
  calledOff?.addEventListener('abort', abort, { once: true });
  if (calledOff?.aborted) abort();
  return {
    signal: end.signal,
    ended: () => (calledOff?.aborted ? 'called-off' : end.signal.aborted ? 'timeout' : null),
    clear() {
      clearTimeout(timer);
      calledOff?.removeEventListener('abort', abort);
    },
  };
}
