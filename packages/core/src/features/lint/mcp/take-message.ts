import { readForeignJson } from '../../../net/foreign-json.js';
import { problem } from '../../../problems/error-codes.js';
import type { Asking, Fault } from './fault.js';
import { faultOf, type LinkEnd, type Listener } from './link.js';

/** How much of an unreadable message is searched for the id of its request, at its beginning and its end. */
const LOOKED_AT = 1_000;

/** The message of a server, or the reason why it cannot be read. */
export type Taken = { readonly said: unknown } | { readonly end: LinkEnd };

/**
 * Passes on a message of the server. Unreadable text is noise; but if it shows which request it was to answer, that
 * answer will not come again.
 */
export async function takeMessage(text: string, listener: Listener, asking: Asking): Promise<Taken> {
  const read = await readForeignJson(text);
  if (read.kind === 'value') {
    listener.onMessage(read.value);
    return { said: read.value };
  }
  const end = ENDS[read.kind](asking);
  const id = read.kind === 'no-json' ? firstId(text) : (firstId(text) ?? lastId(text));
  if (id !== undefined) listener.onBreak(Number(id), end);
  listener.onMessage(undefined);
  return { end };
}

function firstId(text: string): string | undefined {
  return /^\s*\{.*"id"\s*:\s*(\d+)/s.exec(text.slice(0, LOOKED_AT))?.[1];
}

/** Many servers put the id after the result. */
function lastId(text: string): string | undefined {
  return /"id"\s*:\s*(\d+)\s*\}\s*$/.exec(text.slice(-LOOKED_AT))?.[1];
}

const ENDS: Readonly<Record<'no-json' | 'too-deep' | 'too-large', (asking: Asking) => LinkEnd>> = {
  'no-json': (asking) => (method) => describeForeign(`its answer to ${method} is no JSON`, asking),
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
