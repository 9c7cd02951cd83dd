import pRetry from 'p-retry';
import type { HttpOutcome } from '../../model/http.js';
import type { Exchange } from './exchange.js';
import { parseRetryAfter } from './retry-after.js';

export interface RetryOptions {
  /** Further attempts after a 429. */
  readonly retries: number;
  /** First pause where the server names none; doubled each time. */
  readonly backoffMs: number;
  /** All pauses of one request together; a server that asks for more is not asked again. */
  readonly maxWaitMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => Date;
}

/** Carries a 429 through p-retry, which knows failure only as an error. */
class RateLimited extends Error {
  readonly result: Exchange;

  constructor(result: Exchange) {
    super('rate limited');
    this.result = result;
  }
}

/** Sends until the answer is no 429, attempts are used up, or the server has been waited for long enough. */
export async function retryRateLimited(
  attempt: () => Promise<Exchange>,
  { retries, backoffMs, maxWaitMs, sleep, now }: RetryOptions,
): Promise<HttpOutcome> {
  let waited = 0;
  let patience = true;
  try {
    return await pRetry(() => attempt().then(refuseRateLimited), {
      retries,
      minTimeout: 0,
      onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
        const left = maxWaitMs - waited;
        const asked = error instanceof RateLimited ? parseRetryAfter(error.result.retryAfter, now()) : null;
        patience = error instanceof RateLimited && left > 0 && (asked ?? 0) <= left;
        if (!patience || retriesLeft === 0) return;
        const pause = Math.min(asked ?? backoffMs * 2 ** (attemptNumber - 1), left);
        waited += pause;
        await sleep(pause);
      },
      shouldRetry: () => patience,
    });
  } catch (error) {
    if (error instanceof RateLimited) return error.result.outcome;
    throw error;
  }
}

function refuseRateLimited(result: Exchange): HttpOutcome {
  if (result.outcome.kind === 'response' && result.outcome.status === 429) throw new RateLimited(result);
  return result.outcome;
}
