import type { CodeResult } from '../../model/handlers.js';
import { isRecord } from '../../model/is-record.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../../model/json-depth.js';

/**
 * Reads what came out of the sandbox. It is text until here: no getter, no proxy, no `toJSON` of a stranger runs on our
 * side. A key that would reach a prototype when somebody copies the value is refused, as the static reader does.
 */
export function readResult(text: string): CodeResult<unknown> {
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    return { ok: false, reason: `what it gives is nested deeper than ${MAX_JSON_DEPTH} levels` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return holdsProto(value)
      ? { ok: false, reason: 'what it gives has a key "__proto__"' }
      : { ok: true, value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, reason: 'what it gives is no JSON' };
  }
}

function holdsProto(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value)) {
      if (Object.hasOwn(value, '__proto__')) return true;
      for (const item of Object.values(value)) open.push(item);
    }
  }
  return false;
}
