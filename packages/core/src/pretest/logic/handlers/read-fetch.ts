import type { Redactor } from '../../../keys/logic/redact.js';
import type { HttpOutcome, HttpRequest } from '../../../net/logic/http.js';
import { isRecord } from '../../../values/is-record.js';

/** Reads a `fetch` as the prelude of the sandbox encodes it; null for anything else. */
export function readFetch(text: string): HttpRequest | null {
  const asked: unknown = parse(text);
  if (!isRecord(asked)) return null;
  const { url, method, headers, body } = asked;
  if (typeof url !== 'string' || typeof method !== 'string' || !/^[A-Z]{1,10}$/.test(method)) return null;
  if (!Array.isArray(headers) || !headers.every(isPair)) return null;
  if (body !== null && body !== undefined && typeof body !== 'string') return null;
  return {
    ...{ url, method, headers: Object.fromEntries(headers) },
    ...(typeof body === 'string' && { body }),
  };
}

/** The part of an answer that handler code may see. Keys that a server repeats are removed. */
export function formatFetchAnswer(outcome: HttpOutcome, url: string, redactor: Redactor): string {
  if (outcome.kind === 'failed') return formatFetchError(outcome.message);
  const { status, contentType, body, truncated } = outcome;
  if (truncated) return formatFetchError(`the answer is longer than the ${body.length} bytes that are read`);
  const head = { status, contentType, url };
  const text = decodeText(body);
  if (text === null) return JSON.stringify({ ...head, base64: redactor.text(body.toString('base64')) });
  return JSON.stringify({ ...head, text: redactor.text(text) });
}

export function formatFetchError(error: string): string {
  return JSON.stringify({ error });
}

function decodeText(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isPair(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
