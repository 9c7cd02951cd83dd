import type { Redactor } from '../../keys/logic/redact.js';

/** Maximum number of bytes of a response, as JSON text, that a test record keeps. */
export const KEPT_BYTES = 256 * 1024;

export interface Stored {
  readonly response: unknown;
  /** Whether only a part was kept. */
  readonly truncated: boolean;
}

/** Number of bytes reserved for the brackets that close a shortened value. */
const CLOSING = 1024;

/**
 * The part of a response that a record keeps. It is redacted before it is cut: otherwise a secret could be cut in two,
 * and its first half would stay. If a response is too long, the beginning of its JSON text is kept. Only as much of a
 * very large response is redacted as is needed for that.
 */
export function storeResponse(value: unknown, redactor: Redactor): Stored {
  for (let size = 2 * KEPT_BYTES; ; size *= 4) {
    const { part, isWhole } = beginningOf(value, size);
    const clean = redactor.value(part);
    const text = JSON.stringify(clean);
    const bytes = Buffer.byteLength(text);
    if (isWhole && bytes <= KEPT_BYTES) return { response: clean, truncated: false };
    if (isWhole || bytes > KEPT_BYTES + CLOSING) {
      return { response: cut(typeof clean === 'string' ? clean : text), truncated: true };
    }
  }
}

/**
 * The first parts of a value, about `size` characters of JSON. Strings and lists of numbers are not split, because each
 * may be a secret.
 */
function beginningOf(value: unknown, size: number): { readonly part: unknown; readonly isWhole: boolean } {
  let left = size;
  let isWhole = true;
  const take = (item: unknown): unknown => {
    left -= typeof item === 'string' ? item.length + 3 : 3;
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) {
      if (item.every((one) => typeof one === 'number')) {
        left -= item.length;
        return item;
      }
      const items: unknown[] = [];
      for (const one of item) {
        if (!hasRoom()) break;
        items.push(take(one));
      }
      return items;
    }
    const members: [string, unknown][] = [];
    for (const [key, one] of Object.entries(item)) {
      left -= key.length;
      if (!hasRoom()) break;
      members.push([key, take(one)]);
    }
    return Object.fromEntries(members);
  };
  const hasRoom = () => {
    if (left < 0) isWhole = false;
    return left >= 0;
  };
  const part = take(value);
  return { part, isWhole };
}

/**
 * If the client truncated a text, its last characters may be the beginning of a secret, so they are not kept. Whole
 * secrets are removed first, because dropping the end could split one.
 */
export function storeCutText(text: string, redactor: Redactor): Stored {
  const clean = redactor.text(text);
  const safe = clean.slice(0, Math.max(0, clean.length - redactor.longestForm));
  return { response: storeResponse(safe, redactor).response, truncated: true };
}

/** Shortens a text to at most KEPT_BYTES bytes without splitting a character. */
function cut(text: string): string {
  const bytes = Buffer.from(text).subarray(0, KEPT_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}
