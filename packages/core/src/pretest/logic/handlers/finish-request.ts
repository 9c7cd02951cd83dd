import type { HttpRequest } from '../../../net/logic/http.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';
import type { RequestDraft } from '../request/draft-request.js';

/**
 * Applies the result of a `preRequest` to a draft. As in the runtime, it may set address, headers and body, but not the
 * method.
 *
 * @param result its return value; the draft stays unchanged without a `struct`
 */
export function applyPreRequest(draft: RequestDraft, result: unknown): RequestDraft | string {
  if (!isRecord(result)) return 'it gives no object';
  const { struct } = result;
  if (struct === undefined || struct === null) return draft;
  if (!isRecord(struct)) return 'its struct is no object';
  const { url = draft.url, headers = draft.headers, body = draft.body } = struct;
  if (typeof url !== 'string') return 'its struct.url is no text';
  if (!isRecord(headers)) return 'its struct.headers is no object';
  return {
    method: draft.method,
    url: url || draft.url,
    headers: asHeaders(headers),
    body: body ?? draft.body,
  };
}

/** Turns a draft into a request; DPT-125 if it has no address. */
export function finishRequest({ method, url, headers, body }: RequestDraft): HttpRequest | Problem {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return problem('DPT-125');
  const { href } = new URL(url);
  if (method !== 'POST' && method !== 'PUT') return { method, url: href, headers };
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method,
    url: href,
    headers: isTyped ? headers : { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body ?? {}),
  };
}

/** A header without a value is left out. */
function asHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
