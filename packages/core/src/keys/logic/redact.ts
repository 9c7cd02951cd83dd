import { ExactNumber } from '../../values/exact-json.js';
import type { Span } from './decoded-views.js';
import { createSecretSearch, isLongEnough, LONGEST_FORM, MIN_SECRET } from './find-secrets.js';
import { maskKeyForms } from './key-form-text.js';

const REDACTED = '[redacted]';

/** What reads like the name of a member: nothing that was issued as a key is so short and without a digit. */
const MEMBER_NAME = /^[A-Za-z_$]{1,24}$/;

export interface Redactor {
  /** Most characters any form of a secret can take: so much of a text that was cut off is unsafe at its end. */
  readonly longestForm: number;
  text(text: string): string;
  /** A copy of a JSON value with every string and number redacted, and what is no plain name of a member. */
  value(value: unknown): unknown;
}

/**
 * Takes known secret values out of whatever is to be written (Grading rules §5): as they are, escaped, percent-encoded,
 * as HTML entities, byte by byte, in hex, and in base64 or base64url wherever they begin in a group. Then whatever has
 * the form of a key is masked, known or not.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter(isLongEnough);
  const find = createSecretSearch(known);
  // Of "0000" JSON keeps a 0, which is in every answer.
  const numbers = new Set(known.map(Number).filter((number) => isLongEnough(String(number))));
  const text = (input: string) => maskKeyForms(replaceSpans(input, mergeSpans(find(input))));
  // A long numeric key loses its last digits in JSON.parse, but not so many that it may be shown.
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
 * Whether a text holds one of these values, in any form that redaction knows.
 *
 * @param secrets values known to be secret; too short ones are ignored
 */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return createSecretSearch(secrets)(text).length > 0;
}

/** A buffer as JSON has it is a list of numbers. */
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
      // Two keys that differ only in the secret must not fall into one.
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
