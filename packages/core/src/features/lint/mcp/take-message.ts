import { problem } from '../../../problems/error-codes.js';
import type { Asking, Fault } from './fault.js';
import type { LinkEnd, Listener } from './link.js';

/** How much of a message that is not JSON is searched for the id of its request. */
const LOOKED_AT = 1_000;

/**
 * Passes on a message of the server. Text that is not JSON is noise; but if it shows which request it was to answer,
 * that answer will not come again.
 *
 * @returns the value, undefined for noise
 */
export function takeMessage(text: string, listener: Listener, asking: Asking): unknown {
  const message = parse(text);
  if (message === undefined) {
    const [, id] = /^\s*\{.*"id"\s*:\s*(\d+)/s.exec(text.slice(0, LOOKED_AT)) ?? [];
    if (id !== undefined) listener.onBreak(Number(id), endOfBroken(asking));
  }
  listener.onMessage(message);
  return message;
}

export function endOfBroken(asking: Asking): LinkEnd {
  return (method) => describeForeign(`its answer to ${method} is no JSON`, asking);
}

/** The fault of a server that answers, but does not speak MCP. */
export function describeForeign(reason: string, { target }: Asking): Fault {
  return { problem: problem('MCP-006', undefined, { target, reason }), answered: true };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
