import type { ErrorCodeRow } from '../problems/error-code.js';
import type { ValuePath } from '../sources/logic/module-reading.js';
import { isObject } from './schema/schema-members.js';

/** Codes of every gate about the exported object: it is data, and each property is written once. */
export const exportedDataCodes = {
  'SRC-007': {
    severity: 'warning',
    text: 'the property "{key}" is written twice in one object; the first value is lost',
    hint: 'Remove one of the two.',
  },
  SEC017: {
    severity: 'error',
    text: 'the value is {found}, which JSON can not hold',
    hint: 'What is exported is data only: move code to the handlers of a schema, and write text instead of dates, patterns and big numbers.',
  },
} as const satisfies Record<string, ErrorCodeRow>;

/** Calls back for every value at or below `path` that JSON cannot hold. */
export function visitNoJson(
  value: unknown,
  path: ValuePath,
  onFound: (path: ValuePath, found: string) => void,
): void {
  const found = describeNoJson(value);
  if (found !== undefined) {
    onFound(path, found);
    return;
  }
  if (!Array.isArray(value) && !isObject(value)) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, member] of members) visitNoJson(member, [...path, step], onFound);
}

function describeNoJson(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (value === undefined) return 'undefined';
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    return `a ${typeof value}`;
  }
  return undefined;
}
