import pRetry from 'p-retry';
import type { Exchange } from './exchange.js';
import { parseRetryAfter } from './headers.js';
import type { HttpOutcome } from './logic/http.js';

// How tool tests handle a 429. Evaluators have a policy of their own (`evaluators/ask/ask-each.ts`), because all their
// calls go to one host, and a pause applies to all of them.

/** Maximum number of retries of one request after a 429. */
export const RATE_LIMIT_RETRIES = 3;
/** First pause if the server does not ask for one; it doubles with each retry. */
const BACKOFF_MS = 1_000;
/** Upper limit for all pauses of one request combined; if a server asks for more, there is no retry. */
const MAX_WAIT_MS = 30_000;

interface RetryOptions {
  /** Retries after a 429. */
  readonly retries: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => Date;
}

/** Sends the request until the answer is not a 429, no attempts are left, or the waiting time is used up. */
export async function retryRateLimited(
  attempt: () => Promise<Exchange>,
  { retries, sleep, now }: RetryOptions,
): Promise<HttpOutcome> {
  let waited = 0;
  let patience = true;
  try {
    return await pRetry(() => attempt().then(refuseRateLimited), {
      retries,
      minTimeout: 0,
      onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
        const left = MAX_WAIT_MS - waited;
        const asked = error instanceof RateLimited ? parseRetryAfter(error.result.retryAfter, now()) : null;
        patience = error instanceof RateLimited && left > 0 && (asked ?? 0) <= left;
        if (!patience || retriesLeft === 0) return;
        const pause = Math.min(asked ?? BACKOFF_MS * 2 ** (attemptNumber - 1), left);
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

/** Carries a 429 through p-retry, which only recognizes errors as failures. */
class RateLimited extends Error {
  readonly result: Exchange;

  constructor(result: Exchange) {
    super('rate limited');
    this.result = result;
  }
}

function refuseRateLimited(result: Exchange): HttpOutcome {
  if (result.outcome.kind === 'response' && result.outcome.status === 429) throw new RateLimited(result);
  return result.outcome;
}
