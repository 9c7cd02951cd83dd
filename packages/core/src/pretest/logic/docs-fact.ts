import type { HttpOutcome } from '../../net/logic/http.js';
import type { DocsFact } from '../../spec/facts.js';

/** Client errors that say nothing about the page: a login, a bot check, a busy or slow server. */
const NO_STATEMENT: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429, 451]);

/**
 * The result of requesting a documentation link. `not-found` only if the server says so; every unclear answer is
 * `unreachable`, which grades as stale and never as a fail.
 */
export function judgeDocs(url: string, outcome: HttpOutcome): DocsFact {
  return { url, ...statusOf(outcome), ...(outcome.gathered && { gathered: outcome.gathered }) };
}

function statusOf(outcome: HttpOutcome): Pick<DocsFact, 'status' | 'httpStatus'> {
  if (outcome.kind === 'failed') {
    return { status: outcome.reason === 'bad-url' ? 'not-found' : 'unreachable' };
  }
  const httpStatus = outcome.status;
  if (httpStatus === 200) return { status: 'reachable', httpStatus };
  const gone = httpStatus >= 400 && httpStatus < 500 && !NO_STATEMENT.has(httpStatus);
  return { status: gone ? 'not-found' : 'unreachable', httpStatus };
}
