import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MAX_JSON_DEPTH } from '../values/json-depth.js';
import { codeOf } from '../values/system-error.js';
import type { ForeignJson, HttpOutcome } from './logic/http.js';

interface JsonLimits {
  /** Text of up to this many bytes is parsed directly, which takes less time than starting a thread. */
  readonly bytesHere: number;
  /** Maximum number of values: objects, lists, strings, numbers, booleans and nulls. */
  readonly values: number;
  readonly depth: number;
  /** Time limit for checking a text, parsing it, and passing on the result. */
  readonly deadlineMs: number;
}

export const JSON_LIMITS: JsonLimits = {
  bytesHere: 256 * 1024,
  values: 1_000_000,
  depth: MAX_JSON_DEPTH,
  deadlineMs: 30_000,
};

/**
 * Memory limits of the thread. JSON of up to 32 MiB that keeps to the limit on values stays far below them. This is
 * necessary: if a single allocation exceeds them, node may end the whole process.
 */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 } as const;

/** Runs one thread at a time, because two large answers must not need twice the memory. */
const inTurn = pLimit(1);

/** Checks whether a text is too large for the main thread, where parsing it would block everything else. */
export function isLarge({ length }: Uint8Array | string): boolean {
  return length > JSON_LIMITS.bytesHere;
}

/**
 * Parses JSON from outside: a small text directly, a large one in a separate thread with limits on its memory, time and
 * number of values. The depth is checked only for a large text.
 *
 * @param body bytes in UTF-8, with or without a byte order mark, or a string
 * @param limits replace the usual limits in tests
 */
export async function readForeignJson(
  body: Uint8Array | string,
  limits: Partial<JsonLimits> = {},
): Promise<ForeignJson> {
  const all = { ...JSON_LIMITS, ...limits };
  if (body.length > all.bytesHere) return inTurn(() => readInThread(body, all));
  return parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

/** Adds the parsed body to an outcome if the body is large. */
export async function readLargeBody(outcome: HttpOutcome): Promise<HttpOutcome> {
  if (outcome.kind === 'failed' || outcome.truncated || !isLarge(outcome.body)) return outcome;
  return { ...outcome, json: await readForeignJson(outcome.body) };
}

async function readInThread(body: Uint8Array | string, limits: JsonLimits): Promise<ForeignJson> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { bytes, limits },
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: HEAP,
  });
  const timer = setTimeout(() => void worker.terminate(), limits.deadlineMs);
  const said = await new Promise<Uint8Array | null>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', () => resolve(null));
    worker.once('error', (error) => {
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null);
      else reject(error);
    });
  });
  clearTimeout(timer);
  // The result arrives serialized, and is deserialized after the thread has released its memory.
  await worker.terminate();
  return said === null ? { kind: 'too-large' } : deserialize(said);
}

// The thread runs the source of the following functions (decision 0049), so they use nothing but their arguments.

function parseJson(text: string): ForeignJson {
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'no-json' };
  }
}

/** Counts the values in JSON text and measures its depth before anything is parsed; stops at the limits. */
function measureJson(bytes: Uint8Array, limits: JsonLimits): 'too-deep' | 'too-large' | null {
  let values = 1;
  let depth = 0;
  let isOpening = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] as number;
    if (sign <= 0x20) continue;
    const isClosing = sign === 0x5d || sign === 0x7d;
    // A comma precedes each value of a list or object except the first.
    if (sign === 0x2c || (isOpening && !isClosing)) values += 1;
    isOpening = sign === 0x5b || sign === 0x7b;
    if (isOpening) depth += 1;
    if (isClosing) depth -= 1;
    if (values > limits.values) return 'too-large';
    if (depth > limits.depth) return 'too-deep';
    if (sign === 0x22) {
      for (at += 1; at < bytes.length && bytes[at] !== 0x22; at += 1) if (bytes[at] === 0x5c) at += 1;
    } else if (depth === 0 && !isClosing && sign !== 0xef && sign !== 0xbb && sign !== 0xbf) {
      // Only lists and objects contain further values, so nothing else needs a limit.
      return null;
    }
  }
  return null;
}

/** Compilers that keep the names of functions insert calls to `__name`, so the thread has to define it. */
const THREAD = `'use strict';
const __name = (target) => target;
const { serialize } = require('node:v8');
const { parentPort, workerData: { bytes, limits } } = require('node:worker_threads');
const parse = ${parseJson.toString()};
const measure = ${measureJson.toString()};
const found = measure(bytes, limits);
const said = serialize(found === null ? parse(new TextDecoder().decode(bytes)) : { kind: found });
parentPort.postMessage(said, [said.buffer]);
`;
