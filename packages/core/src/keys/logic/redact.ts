import { ExactNumber } from '../../values/exact-json.js';
import type { Span } from './decoded-views.js';
import { createSecretSearch, isLongEnough, LONGEST_FORM, MIN_SECRET } from './find-secrets.js';
import { maskKeyForms } from './key-form-text.js';

const REDACTED = '[redacted]';

/** Matches plain property names: no issued key is that short and without digits. */
const MEMBER_NAME = /^[A-Za-z_$]{1,24}$/;

export interface Redactor {
  /** Maximum number of characters in any form of a secret; that many characters at the end of a cut text are unsafe. */
  readonly longestForm: number;
  text(text: string): string;
  /** Copies a JSON value and redacts all strings and numbers in it, and all property names except plain ones. */
  value(value: unknown): unknown;
}

/**
 * Removes known secrets from everything that is written (Grading rules §5): plain, escaped, percent-encoded,
 * as HTML entities, byte by byte, in hex, and in base64 or base64url at any position in a group, with invisible characters
 * between, or without its last characters. Then masks everything else that has the form of a key.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter(isLongEnough);
  const find = createSecretSearch(known, { isCut: true });
  // Short numbers are left out: as a number, "0000" is 0, which occurs in every answer.
  const numbers = new Set(known.map(Number).filter((number) => isLongEnough(String(number))));
  const text = (input: string) => maskKeyForms(replaceSpans(input, mergeSpans(find(input))));
  // JSON.parse changes the last digits of a long numeric key, but the remaining digits still reveal too much.
  const number = (input: number) => (numbers.has(input) ? REDACTED : redactScalar(input, text));
  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'number') return number(input);
    if (input instanceof ExactNumber) {
      const shown = number(Number(input.text)) === REDACTED ? REDACTED : text(input.text);
      return shown === input.text ? input : shown;
    }
    if (Array.isArray(input)) return isSecretBytes(input, text) ? REDACTED : input.map(value);
    if (typeof input !== 'object' || input === null) return input;
    return redactObject(input, text, value);
  };
  const bytes = known.map((secret) => Buffer.byteLength(secret));
  return { longestForm: Math.max(0, ...bytes) * LONGEST_FORM, text, value };
}

/**
 * Whether a text contains one of the secrets, in any form that redaction recognises.
 *
 * @param secrets known secrets; those that are too short are ignored
 */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return createSecretSearch(secrets)(text).length > 0;
}

/** Whether a list of numbers is a secret: JSON shows a buffer as such a list. */
function isSecretBytes(input: readonly unknown[], text: (input: string) => string): boolean {
  if (input.length < MIN_SECRET || !input.every(isByte)) return false;
  const shown = Buffer.from(input).toString('utf8');
  return text(shown) !== shown;
}

function isByte(item: unknown): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;
}

function redactScalar(input: number, text: (input: string) => string): number | string {
  const shown = String(input);
  const clean = text(shown);
  return clean === shown ? input : clean;
}

function redactObject(
  input: object,
  text: (input: string) => string,
  value: (input: unknown) => unknown,
): Record<string, unknown> {
  const used = new Set<string>();
  return Object.fromEntries(
    Object.entries(input).map(([key, item]) => {
      const clean = MEMBER_NAME.test(key) ? key : text(key);
      // Two keys that differ only in the secret must remain separate properties.
      const name = used.has(clean) ? `${clean} (${used.size + 1})` : clean;
      used.add(name);
      return [name, value(item)];
    }),
  );
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...spans].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const [start, end] of spans) {
    out += text.slice(at, start) + REDACTED;
    at = end;
  }
  return out + text.slice(at);
}
