import type { Redactor } from '../../keys/logic/redact.js';

/** Most bytes of a response, as JSON text, that a test record keeps. */
export const KEPT_BYTES = 256 * 1024;

export interface Stored {
  readonly response: unknown;
  /** Not all of it was kept. */
  readonly truncated: boolean;
}

/**
 * What a record keeps of a response. Redacted first and cut then: the other way round a secret could be cut
 * in two and its first half stay. What is too long is kept as the beginning of its JSON text.
 */
export function storeResponse(value: unknown, redactor: Redactor): Stored {
  const clean = redactor.value(value);
  const text = JSON.stringify(clean);
  if (Buffer.byteLength(text) <= KEPT_BYTES) return { response: clean, truncated: false };
  return { response: cut(typeof clean === 'string' ? clean : text), truncated: true };
}

/**
 * Of a text the client itself cut off, the end may be the first half of a secret: it is not kept. Whole secrets are
 * taken out before, or the cut would go through one of them.
 */
export function storeCutText(text: string, redactor: Redactor): Stored {
  const clean = redactor.text(text);
  const safe = clean.slice(0, Math.max(0, clean.length - redactor.longestForm));
  return { response: storeResponse(safe, redactor).response, truncated: true };
}

/** At most KEPT_BYTES, whole characters only. */
function cut(text: string): string {
  const bytes = Buffer.from(text).subarray(0, KEPT_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}
