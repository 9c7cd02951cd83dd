import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';

/** Server parameters a schema declares, and the values there are for them. */
export interface ServerParams {
  readonly declared: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

export type Filled = { readonly text: string } | { readonly problem: Problem };

interface Filling {
  /** What messages call the text. */
  readonly place: string;
  readonly server: ServerParams;
  /** Answers first, with null for a name it does not know. */
  readonly own?: (name: string) => Filled | null;
  readonly encode?: (text: string) => string;
}

const SLOT = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** `{{USER_PARAM}}` and nothing else. */
export function isUserValue(template: string): boolean {
  return /^\{\{\s*USER_PARAM\s*\}\}$/.test(template);
}

export function usesUserValue(template: string): boolean {
  return /\{\{\s*USER_PARAM\s*\}\}/.test(template);
}

export function hasSlots(template: string): boolean {
  return template.search(SLOT) !== -1;
}

/**
 * Fills every `{{…}}` of a text in one pass, so that what is put in is never read again.
 * Server parameters are written `{{SERVER_PARAM:KEY}}` or, the older form, `{{KEY}}` with a declared key
 * (Schemas-Spec 02, API Key Injection).
 */
export function fillSlots(template: string, { place, server, own, encode }: Filling): Filled {
  const problems: Problem[] = [];
  const text = template.replace(SLOT, (slot, name: string) => {
    const filled = own?.(name) ?? serverValue(name, place, server);
    if ('text' in filled) return encode ? encode(filled.text) : filled.text;
    problems.push(filled.problem);
    return slot;
  });
  const [first] = problems;
  return first ? { problem: first } : { text };
}

function serverValue(name: string, place: string, server: ServerParams): Filled {
  const key = name.replace(/^SERVER_PARAM:\s*/, '');
  if (!server.declared.includes(key)) return { problem: problem('DPT-122', undefined, { name, place }) };
  if (!Object.hasOwn(server.values, key)) return { problem: problem('DPT-123', undefined, { name: key }) };
  return { text: server.values[key] ?? '' };
}

/** Name of the first `{{…}}` of a text, or null. */
export function findSlot(text: string): string | null {
  return new RegExp(SLOT.source).exec(text)?.[1] ?? null;
}
