import { problem } from '../../../problems/error-codes.js';
import { type Asking, type Fault, McpFault } from './fault.js';
import { faultOf } from './link.js';

const NEWLINE = 0x0a;

/** Counts what a server sends against its limits. */
export interface ByteCount {
  /** @returns a fault once the server has sent too much */
  add(chunk: Buffer): Fault | null;
}

/** @param isLines a message ends with its line; otherwise all bytes form one message */
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
      return faultOf(problem('MCP-008', undefined, { ...args, what: 'messages', limit: limits.totalBytes }));
    },
  };
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
