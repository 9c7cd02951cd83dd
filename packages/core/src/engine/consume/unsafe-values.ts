import { formatPointer } from '../../model/json-pointer.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';

/** Names that reach an object's prototype in a program that is not careful. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const HALF_PAIR = /\p{Surrogate}/u;

/**
 * What JSON allows and no entry can hold: keys of a prototype (SCR-022), half surrogate pairs and numbers without
 * bounds (SCR-023).
 *
 * @param json no deeper than the limits allow
 */
export function findUnsafeValues(json: unknown): Problem[] {
  const problems: Problem[] = [];
  const path: (string | number)[] = [];
  const place = () => ({ path: formatPointer(path) });
  const visit = (value: unknown) => {
    if (typeof value === 'string' && HALF_PAIR.test(value)) {
      problems.push(problem('SCR-023', place(), { what: 'text with half a surrogate pair' }));
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      problems.push(problem('SCR-023', place(), { what: 'a number beyond 1.8e308' }));
    } else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [key, member] of Object.entries(value)) {
        path.push(isList ? Number(key) : key);
        if (!isList && PROTOTYPE_KEYS.has(key)) problems.push(problem('SCR-022', place(), { field: key }));
        else if (HALF_PAIR.test(key)) {
          problems.push(problem('SCR-023', place(), { what: 'a key with half a surrogate pair' }));
        } else visit(member);
        path.pop();
      }
    }
  };
  visit(json);
  return problems;
}
