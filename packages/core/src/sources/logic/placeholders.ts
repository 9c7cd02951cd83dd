import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isPlaceholderName, usesUserValue, withoutBlanks } from './placeholder.js';

/** Server parameters that a schema declares, and the available values. */
export interface ServerParams {
  readonly declared: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** A placeholder without a value. */
export interface OpenSlot {
  /** As written in the schema. */
  readonly slot: string;
  readonly problem: Problem;
}

export interface Filled {
  readonly text: string;
  /** Placeholders that could not be filled; they stay in the text unchanged. */
  readonly open: readonly OpenSlot[];
}

interface Filling {
  /** Name of the text in messages. */
  readonly place: string;
  readonly server: ServerParams;
  /**
   * Looks up a name before the server parameters are searched; returns its value, a problem if the value is missing, or
   * null if the name is unknown.
   */
  readonly own?: (name: string) => string | Problem | null;
  readonly encode?: (text: string) => string;
}

const SLOT = /\{\{([^{}]*)\}\}/g;

/** Checks whether a string consists of `{{USER_PARAM}}` alone. */
export function isUserValue(template: string): boolean {
  return usesUserValue(template) && /^\{\{[^{}]*\}\}$/.test(template);
}

export function hasSlots(template: string): boolean {
  return template.search(SLOT) !== -1;
}

/**
 * Fills every placeholder in the text in one pass, so that inserted values are never read again. Braces around anything
 * other than a name stay unchanged. Server parameters are written `{{SERVER_PARAM:KEY}}` or, in the older form,
 * `{{KEY}}` with a declared key (Schemas-Spec 02, API Key Injection).
 */
export function fillSlots(template: string, { place, server, own, encode }: Filling): Filled {
  const open: OpenSlot[] = [];
  const text = template.replace(SLOT, (slot, inside: string) => {
    const name = withoutBlanks(inside);
    const filled = own?.(name) ?? serverValue(name, place, server);
    if (typeof filled === 'string') return encode ? encode(filled) : filled;
    if (filled) open.push({ slot, problem: filled });
    return slot;
  });
  return { text, open };
}

function serverValue(
  name: string,
  place: string,
  { declared, values }: ServerParams,
): string | Problem | null {
  const key = name.replace(/^SERVER_PARAM:/, '');
  if (declared.includes(key)) {
    return Object.hasOwn(values, key) ? (values[key] ?? '') : problem('DPT-123', undefined, { name: key });
  }
  return isPlaceholderName(name) ? problem('DPT-122', undefined, { name, place }) : null;
}
