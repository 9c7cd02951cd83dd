import type { LookupFunction } from 'node:net';
import { createRedactor } from '../keys/logic/redact.js';
import { listSecrets } from '../keys/logic/secrets.js';
import { type Deadline, startDeadline } from '../net/deadline.js';
import { describeFailure } from '../net/failure.js';
import { parseRetryAfter } from '../net/headers.js';
import { showText } from '../net/logic/show-text.js';
import {
  type CappedBody,
  type Hop,
  headerOf,
  type Network,
  openNetwork,
  readCapped,
} from '../net/network.js';
import { nameOf } from '../net/url.js';
import { type ErrorCode, problem } from '../problems/error-codes.js';
import { stringifyExact } from '../values/exact-json.js';
import { acceptSpec, cacheKeyOfService, identifyService, UNVERSIONED } from './http/address.js';
import { checkEvaluation } from './logic/check-evaluation.js';
import type { EvaluationOutcome, Evaluator, EvaluatorFailure, HttpSpec } from './logic/evaluator.js';
import { describeNoAnswer, type NotPosted } from './no-answer.js';
import { readAnswer } from './read-answer.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** A version is a word, not a sentence. */
const VERSION = /^[\p{L}\p{N}\p{P}\p{S}]{1,100}$/u;

/**
 * Uses an HTTP service as an evaluator (seed 004): the payload is POSTed as JSON, the answer is JSON with a score.
 * Redirects are not followed. One call is one attempt; the caller decides about retries.
 *
 * Its name is the address without query; its version is the `evaluator_version` in each of its answers, otherwise
 * `unversioned`, and must not change during a run (EVL-050). Header values are part of neither identity nor cacheKey,
 * and are removed from everything the server sends back.
 *
 * @param surroundings.lookup name resolution, for tests
 * @throws GradingError EVL-023 for an unusable address and EVL-029 for an unusable header
 */
export function createHttpEvaluator(
  spec: HttpSpec,
  surroundings: { readonly lookup?: LookupFunction } = {},
): Evaluator {
  const { url, headers } = acceptSpec(spec);
  const { timeoutMs, range } = spec;
  const name = nameOf(url);
  const redactor = createRedactor(listSecrets(headers, url.searchParams));
  const network = openNetwork({ reach: 'any', connectMs: timeoutMs, ...surroundings });
  const version = createVersionCheck(name);
  return {
    get identity() {
      return identifyService(url, version.current());
    },
    get cacheKey() {
      return cacheKeyOfService(url, range, version.current());
    },
    async evaluate(payload, { signal }) {
      const hop: Hop = { method: 'POST', url, headers, body: stringifyExact(payload) };
      const posted = await post(network, hop, startDeadline(timeoutMs, signal));
      if ('reason' in posted) return describeNoAnswer(posted, { evaluator: name, timeoutMs });
      if (posted.status < 200 || posted.status > 299) {
        const show = (text: string, isCut: boolean) => showText(text, redactor, isCut);
        return describeStatus(posted, { evaluator: name, show, now: new Date() });
      }
      if (posted.truncated) return failure('EVL-027', { evaluator: name, limit: MAX_ANSWER_BYTES });
      const answer = await readAnswer(posted.body, redactor);
      if (answer === 'too-large') return failure('EVL-054', { evaluator: name });
      if ('code' in answer) return failure(answer.code, { evaluator: name, shown: answer.shown });
      return version.check(checkEvaluation(answer.value, range, name));
    },
    check: async () => null,
    close: () => network.close(),
  };
}

function createVersionCheck(evaluator: string) {
  let known: string | null = null;
  return {
    current: () => known ?? UNVERSIONED,
    check(outcome: EvaluationOutcome): EvaluationOutcome {
      if ('problem' in outcome) return outcome;
      const stated = outcome.evaluation.sideInfo.evaluator_version;
      const now = typeof stated === 'string' && VERSION.test(stated) ? stated : UNVERSIONED;
      known ??= now;
      return known === now ? outcome : failure('EVL-050', { evaluator, before: known, now });
    },
  };
}

interface Posted extends CappedBody {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
}

/** Sends one POST. Failures of the server or the network are returned, not thrown. */
async function post(network: Network, hop: Hop, deadline: Deadline): Promise<Posted | NotPosted> {
  const endedBy = (): NotPosted | null => {
    const reason = deadline.ended();
    return reason && { reason, message: '' };
  };
  try {
    const early = endedBy();
    if (early) return early;
    const response = await network.send(hop, { signal: deadline.signal });
    return {
      status: response.statusCode,
      retryAfter: headerOf(response, 'retry-after'),
      location: headerOf(response, 'location'),
      ...(await readCapped(response, MAX_ANSWER_BYTES)),
    };
  } catch (error) {
    return endedBy() ?? describeFailure(error, deadline.timeoutMs);
  } finally {
    deadline.clear();
  }
}

/**
 * The failure for a status other than 2xx (seed 004). Only a server that is overloaded (429, 503) or broken (other 5xx)
 * is asked again; a refusal of the request (other 4xx) and a redirect are final.
 *
 * @param show prepares text from the server for a message
 */
function describeStatus(
  { status, retryAfter, location, body, truncated }: Posted,
  { evaluator, show, now }: StatusContext,
): EvaluatorFailure {
  const isRedirect = status >= 300 && status < 400 && location !== null;
  const shown = isRedirect
    ? `a redirect to ${show(withoutQuery(location), false)}`
    : show(body.toString('utf8'), truncated);
  const isBusy = status === 429 || status === 503;
  return {
    problem: problem('EVL-022', undefined, { evaluator, status, shown }),
    retry: isBusy || status >= 500,
    // A busy server that names no time is also asking for a pause; the caller decides how long.
    ...(isBusy && { retryAfter: parseRetryAfter(retryAfter, now) ?? 0 }),
  };
}

interface StatusContext {
  readonly evaluator: string;
  readonly show: (text: string, isCut: boolean) => string;
  readonly now: Date;
}

/** The address of a login page may contain private tokens in its query. */
function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, '');
}

function failure(code: ErrorCode, args: Record<string, string | number>): EvaluatorFailure {
  return { problem: problem(code, undefined, args), retry: true };
}
