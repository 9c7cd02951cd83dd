import { Agent, fetch } from 'undici';
import { JSON_LIMITS } from '../../net/foreign-json.js';

/** Most bytes of an answer. A stream uses about 300 bytes per token. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

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
 * leaves time-outs to the signal of the call: undici's limits would end a slow model's answer.
 */
export function createGuardedFetch() {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // Node's own fetch and undici's are two versions of the same code with different types.
  const send = fetch as unknown as (input: unknown, init: object) => Promise<Response>;
  const guarded =
    (isStreamed: boolean): Fetch =>
    async (input, init) => {
      const response = await send(input, { ...init, redirect: 'manual', dispatcher });
      if (isStreamed && response.ok && !isEventStream(response)) {
        await response.body?.cancel();
        throw new AnsweredWhole('the server does not stream');
      }
      return capped(response);
    };
  return { streamed: guarded(true), whole: guarded(false), close: () => dispatcher.destroy() };
}

function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
}

/** Counts bytes that can start a value: at least as many as there are values, inside or outside strings. */
function countStarts(chunk: Uint8Array): number {
  let count = 0;
  for (const sign of chunk) if (sign === 0x2c || sign === 0x5b || sign === 0x7b) count += 1;
  return count;
}

function capped(response: Response): Response {
  if (response.body === null) return response;
  let bytes = 0;
  let values = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES) controller.error(new AnswerTooLong('the answer is too long'));
        values += countStarts(chunk);
        // The SDK parses the answer here, as a whole, so it must never get more.
        if (values > JSON_LIMITS.values) controller.error(new AnswerTooLarge('the answer is too large'));
        else if (bytes <= MAX_ANSWER_BYTES) controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
