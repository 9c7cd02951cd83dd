import { createParser } from 'eventsource-parser';
import { readForeignJson } from '../../../net/foreign-json.js';
import { problem } from '../../../problems/error-codes.js';
import { isRecord } from '../../../values/is-record.js';
import { type Asking, type Fault, faultOf, type LinkEnd, type Listener, McpFault } from './link.js';

const NEWLINE = 0x0a;

/** Counts what a server sends against its limits. */
interface ByteCount {
  /** @returns a fault once the server has sent too much */
  add(chunk: Buffer): Fault | null;
}

/** @param isLines whether each line is one message; otherwise all bytes together form one message */
export function createByteCount(isLines: boolean, { target, limits, budget }: Asking): ByteCount {
  let message = 0;
  return {
    add(chunk) {
      const { longest, rest } = measure(chunk, isLines, message);
      message = rest;
      const args = { target };
      if (longest > limits.messageBytes) {
        return faultOf(
          problem('MCP-008', undefined, { ...args, what: 'a message', limit: limits.messageBytes }),
        );
      }
      if (budget.take(chunk.length)) return null;
      return faultOf(problem('MCP-008', undefined, { ...args, what: 'a total', limit: limits.totalBytes }));
    },
  };
}

function measure(chunk: Buffer, isLines: boolean, before: number): { longest: number; rest: number } {
  if (!isLines) return { longest: before + chunk.length, rest: before + chunk.length };
  let longest = 0;
  let start = -before;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, end + 1)) {
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  const rest = chunk.length - start;
  return { longest: Math.max(longest, rest), rest };
}

/** The chunks of a body, up to the limit. */
export async function* countBody(
  body: AsyncIterable<unknown>,
  isEvents: boolean,
  asking: Asking,
): AsyncGenerator<Buffer> {
  const count = createByteCount(isEvents, asking);
  for await (const chunk of body) {
    const bytes = chunk as Buffer;
    const fault = count.add(bytes);
    if (fault) throw new McpFault(fault);
    yield bytes;
  }
}

/** An event of a stream (HTML standard, server-sent events). */
export interface ServerEvent {
  readonly event: string;
  /** May be empty. */
  readonly data: string;
  /** The newest id of the stream so far. */
  readonly id: string;
  /** Milliseconds to wait before reconnecting to the stream. */
  readonly retry: number | undefined;
}

/** The events of a stream; an event cut off by the end of the stream is dropped. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const events: ServerEvent[] = [];
  let newestId = '';
  let retry: number | undefined;
  const parser = createParser({
    onRetry: (ms) => {
      retry = ms;
    },
    onEvent({ event = 'message', data, id = newestId }) {
      newestId = id;
      events.push({ event, data, id, retry });
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* events.splice(0);
  }
}

/** Number of characters to search for the id of the request at each end of an unreadable message. */
const LOOKED_AT = 1_000;

/** A server's message, or the reason why it cannot be read. */
export type Taken = { readonly said: unknown } | { readonly end: LinkEnd };

/**
 * Passes on a message from the server. Unreadable text is noise; but if it shows which request it was meant to answer,
 * that request ends with a fault, because no other answer to it will come.
 */
export async function takeMessage(text: string, listener: Listener, asking: Asking): Promise<Taken> {
  const read = await readForeignJson(text);
  if (read.kind === 'value') {
    if (isMessage(read.value)) listener.onMessage(read.value);
    else listener.onStray(text);
    return { said: read.value };
  }
  const end = ENDS[read.kind](asking);
  const id = read.kind === 'no-json' ? firstId(text) : (firstId(text) ?? lastId(text));
  if (id !== undefined) listener.onBreak(Number(id), end);
  if (read.kind === 'no-json' && id === undefined) listener.onStray(text);
  else listener.onMessage(undefined);
  return { end };
}

/** Whether a value is a JSON-RPC message or a batch of them; the version may be missing. */
export function isMessage(value: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.some(
    (one) => isRecord(one) && ['jsonrpc', 'method', 'id'].some((member) => Object.hasOwn(one, member)),
  );
}

function firstId(text: string): string | undefined {
  return /^\s*\{.*"id"\s*:\s*"?(\d+)/s.exec(text.slice(0, LOOKED_AT))?.[1];
}

/** Many servers put the id after the result. */
function lastId(text: string): string | undefined {
  return /"id"\s*:\s*"?(\d+)"?\s*\}\s*$/.exec(text.slice(-LOOKED_AT))?.[1];
}

const ENDS: Readonly<Record<'no-json' | 'too-deep' | 'too-large', (asking: Asking) => LinkEnd>> = {
  'no-json': (asking) => (method) => describeForeign(`its answer to ${method} is not JSON`, asking),
  'too-deep':
    ({ limits }) =>
    (method) => ({ problem: problem('MCP-026', undefined, { method, limit: limits.depth }), answered: true }),
  'too-large':
    ({ target }) =>
    (method) =>
      faultOf(problem('MCP-028', undefined, { target, method }), { answered: true }),
};

/** The fault of a server that answers, but does not speak MCP. */
export function describeForeign(reason: string, { target }: Asking): Fault {
  return { problem: problem('MCP-006', undefined, { target, reason }), answered: true };
}
