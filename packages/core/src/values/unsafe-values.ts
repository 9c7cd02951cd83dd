import { holdsKeyForm } from '../keys/logic/key-form-text.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { formatPointer } from './json-pointer.js';

/** Names that reach an object's prototype in careless programs. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const HALF_PAIR = /\p{Surrogate}/u;

/**
 * Finds values that JSON allows but no entry can hold: prototype keys (SCR-022), lone surrogates and numbers
 * without bounds (SCR-023).
 *
 * @param json nested no deeper than the limits allow
 */
export function findUnsafeValues(json: unknown): Problem[] {
  const problems: Problem[] = [];
  walk(json, (value, place, isKey) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      problems.push(problem('SCR-023', place(), { what: 'a number beyond 1.8e308' }));
    }
    if (typeof value !== 'string') return true;
    if (isKey && PROTOTYPE_KEYS.has(value)) problems.push(problem('SCR-022', place(), { field: value }));
    else if (HALF_PAIR.test(value)) {
      const what = isKey ? 'a key with half a surrogate pair' : 'text with half a surrogate pair';
      problems.push(problem('SCR-023', place(), { what }));
    } else return true;
    return false;
  });
  return problems;
}

/**
 * Finds texts of a hand-in, and names in its evidence, that look like a key (SCR-031). Entries would keep
 * them for ever.
 */
export function findKeyForms(json: unknown): Problem[] {
  const problems: Problem[] = [];
  walk(json, (value, place, isKey) => {
    if (typeof value !== 'string' || !holdsKeyForm(value)) return true;
    // A place that ends with the key would reveal it.
    const { path: own } = place();
    const path = isKey ? own.slice(0, own.lastIndexOf('/')) : own;
    problems.push(problem('SCR-031', { path }));
    return false;
  });
  return problems;
}

/**
 * Visits every value with its place, and the name of each member before it; skips the parts of a value for
 * which `visit` returns false.
 */
function walk(
  json: unknown,
  visit: (value: unknown, place: () => { readonly path: string }, isKey: boolean) => boolean,
): void {
  const path: (string | number)[] = [];
  const place = () => ({ path: formatPointer(path) });
  const step = (value: unknown) => {
    if (!visit(value, place, false)) return;
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      path.push(isList ? Number(key) : key);
      if (isList || visit(key, place, true)) step(member);
      path.pop();
    }
  };
  step(json);
}
