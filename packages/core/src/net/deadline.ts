/** Maximum delay of a timer. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Deadline {
  readonly timeoutMs: number;
  /** Aborts when the time is up or the call is cancelled. */
  readonly signal: AbortSignal;
  /** Whether the time was up or the call was cancelled; null if neither has happened. */
  ended(): 'timeout' | 'called-off' | null;
  clear(): void;
}

/** A timer that is late by this much or more was delayed by our own busy process. */
const KEPT_WAITING_MS = 100;

/**
 * Limits the time that another party may take. While our own process is busy with a large answer, it cannot read, so
 * the delay of the timer is added to the limit: an answer that has arrived but is still unread does not count as
 * missing.
 *
 * @returns a function that stops the timer
 */
function startTime(ms: number, onEnd: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (wanted: number) => {
    const due = performance.now() + wanted;
    timer = setTimeout(() => {
      const late = performance.now() - due;
      if (late < KEPT_WAITING_MS) onEnd();
      else wait(Math.min(late, ms));
    }, wanted);
  };
  wait(Math.min(ms, MAX_TIMER_MS));
  return () => clearTimeout(timer);
}

/**
 * Starts the time limit of one call. AbortSignal.any would do, but in Node 20 combined time-outs may be
 * garbage-collected.
 */
export function startDeadline(timeoutMs: number, calledOff: AbortSignal | undefined): Deadline {
  const end = new AbortController();
  const abort = () => end.abort();
  const stop = startTime(timeoutMs, abort);
  calledOff?.addEventListener('abort', abort, { once: true });
  if (calledOff?.aborted) abort();
  return {
    timeoutMs,
    signal: end.signal,
    ended: () => (calledOff?.aborted ? 'called-off' : end.signal.aborted ? 'timeout' : null),
    clear() {
      stop();
      calledOff?.removeEventListener('abort', abort);
    },
  };
}
