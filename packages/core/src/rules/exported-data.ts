import type { ErrorCodeRow } from '../problems/error-code.js';
import type { ValuePath } from '../sources/logic/module-reading.js';
import { isObject } from './schema/schema-members.js';

/**
 * Codes that every gate has: the exported object must be data, each property must be written only once, and the file
 * must hold no key.
 */
export const exportedDataCodes = {
  'SRC-007': {
    severity: 'warning',
    text: 'the property "{key}" occurs twice in one object; the first value is lost',
    hint: 'Remove one of the two.',
  },
  SEC017: {
    severity: 'error',
    text: 'the value is {found}, which JSON cannot represent',
    hint: 'Export only data: move code to the handlers of a schema, and write dates, patterns and big numbers as strings.',
  },
  'GATE-025': {
    severity: 'error',
    text: 'there is something here that has the form of a key (it is not shown)',
    hint: 'Remove it and have the key replaced by its provider: an import would copy it into the island, where nothing is rewritten. A schema names a key as {{SERVER_PARAM:NAME}} and declares the name in requiredServerParams.',
  },
} as const satisfies Record<string, ErrorCodeRow>;

/** Raises GATE-025. Assembled, so that programs that search for keys find none here. */
export const KEY_IN_COMMENT = {
  replace: ['export', `// ${['sk', 'live', 'EXAMPLEexample0000'].join('_')}\nexport`],
} as const;

/** Calls `onFound` for every value at or below `path` that JSON cannot represent. */
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
