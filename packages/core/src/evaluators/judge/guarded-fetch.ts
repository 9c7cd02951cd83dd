import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { JSON_LIMITS } from '../../net/foreign-json.js';
import { decode, headerOf, openNetwork } from '../../net/network.js';

/** Most bytes of an answer. A stream uses about 300 bytes per token. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** For one connection. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Statuses without a body. */
const BODILESS = [204, 205, 304];

/** The answer is longer than {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** The answer contains more values than the limit allows. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** A stream was requested, but a whole answer arrived. */
export class AnsweredWhole extends Error {
  override readonly name = 'AnsweredWhole';
}

type Fetch = typeof globalThis.fetch;

/**
 * A fetch for providers that follows no redirect (it would send the key along), limits the size of an answer, and
 * leaves time-outs to the signal of the call.
 */
export function createGuardedFetch() {
  const network = openNetwork({ reach: 'any', connectMs: CONNECT_TIMEOUT_MS });
  const guarded =
    (isStreamed: boolean): Fetch =>
    async (input, { method = 'GET', headers, body, signal } = {}) => {
      if (typeof body !== 'string') throw new Error('a request to a model has a text as its body');
      const hop = {
        method,
        url: new URL(String(input)),
        headers: Object.fromEntries(new Headers(headers)),
        body,
      };
      const response = await network.send(hop, { signal: signal ?? new AbortController().signal });
      const { statusCode: status } = response;
      const isOk = status >= 200 && status <= 299;
      if (isStreamed && isOk && !/^text\/event-stream\b/i.test(headerOf(response, 'content-type') ?? '')) {
        response.body.destroy();
        throw new AnsweredWhole('the server does not stream');
      }
      return toResponse(response);
    };
  return { streamed: guarded(true), whole: guarded(false), close: network.close };
}

function toResponse(response: Dispatcher.ResponseData): Response {
  const { statusCode: status, statusText } = response;
  const headers = Object.entries(response.headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const body = BODILESS.includes(status) ? null : cap(decode(response));
  return new Response(body, { status, statusText, headers });
}

/** Counts bytes that can start a value: at least as many as there are values, inside or outside strings. */
function countStarts(chunk: Uint8Array): number {
  let count = 0;
  for (const sign of chunk) if (sign === 0x2c || sign === 0x5b || sign === 0x7b) count += 1;
  return count;
}

/** The SDK parses an answer as a whole, so it must never get more. */
function cap(body: Readable): ReadableStream<Uint8Array> {
  let bytes = 0;
  let values = 0;
  return ReadableStream.from<Uint8Array>(body).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        values += countStarts(chunk);
        if (bytes > MAX_ANSWER_BYTES) controller.error(new AnswerTooLong('the answer is too long'));
        else if (values > JSON_LIMITS.values) controller.error(new AnswerTooLarge('the answer is too large'));
        else controller.enqueue(chunk);
      },
    }),
  );
}
