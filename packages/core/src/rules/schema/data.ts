import type { ErrorCode } from '../../problems/error-codes.js';
import type { SchemaRule } from './rule.js';
import { isObject } from './schema-members.js';

/** `main` must survive JSON (chapter 01, The main Export); tests have a code of their own for it. */
export const dataRules: readonly SchemaRule[] = [
  {
    codes: ['SEC017', 'TST005', 'RES023'],
    check({ main }, report) {
      visitNoJson(main, [], (path, found) => report(codeFor(path), path, { found }));
    },
  },
];

/** Calls back for every value at or below `path` that JSON can not hold. */
export function visitNoJson(
  value: unknown,
  path: readonly (string | number)[],
  onFound: (path: readonly (string | number)[], found: string) => void,
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

/** `tools.x.tests…` and `resources.x.queries.y.tests…`. */
function codeFor(path: readonly (string | number)[]): ErrorCode {
  if (path[0] === 'tools' && path[2] === 'tests') return 'TST005';
  return path[0] === 'resources' && path[4] === 'tests' ? 'RES023' : 'SEC017';
}
