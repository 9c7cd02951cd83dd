import type { ErrorCodeRow } from '../../problems/error-code.js';
import type { ValuePath } from '../../sources/logic/module-reading.js';
import type { Report } from '../rule.js';
import { describeFound, isObject, memberOf } from '../schema/schema-members.js';

/** Codes for references in any list (Schemas-Spec 09 and 16; ID001 repeats VAL110, and ID006 repeats ID005). */
export const referenceCodes = {
  VAL110: {
    severity: 'error',
    text: '{list} contains {found}; {expected} was expected',
    hint: 'Write references to anything outside the selection in full, with slashes; a skill of the selection itself is named without slashes.',
  },
  ID002: {
    severity: 'error',
    text: 'the namespace {found} is invalid; lower-case letters, digits and hyphens were expected, beginning with a letter',
    hint: 'Copy the namespace from `main.namespace` of the provider.',
  },
  ID003: {
    severity: 'error',
    text: '"{id}" is of the type {found}; {expected} was expected in {list}',
    hint: 'Correct the middle part, or move the reference to the list it belongs to.',
  },
  ID004: {
    severity: 'error',
    text: '"{id}" has no name after its type',
    hint: 'Write `namespace/{expected}/name`.',
  },
  ID005: {
    severity: 'error',
    text: '"{id}" is a short form; the full form namespace/{expected}/name was expected',
    hint: 'Write all three parts: short forms do not exist in version 4. To name a skill file of the selection itself, write `{ file: "skills/name.mjs" }`.',
  },
} as const satisfies Record<string, ErrorCodeRow>;

const NAMESPACE = /^[a-z][a-z0-9-]*$/;

export type ReferenceType = 'tool' | 'resource' | 'prompt' | 'skill';

/** The parts of `namespace/type/name` (Schemas-Spec 16). Names of production tools may contain slashes. */
export interface Reference {
  readonly namespace: string;
  readonly type: string;
  readonly name: string;
}

/** Splits a full reference into its parts, which may be empty; null for a short form. */
export function parseReference(text: string): Reference | null {
  const first = text.indexOf('/');
  const second = first < 0 ? -1 : text.indexOf('/', first + 1);
  if (second < 0) return null;
  return {
    namespace: text.slice(0, first),
    type: text.slice(first + 1, second),
    name: text.slice(second + 1),
  };
}

export interface ListEntry {
  readonly value: unknown;
  readonly path: ValuePath;
  /** The key, if the entries are members of an object. */
  readonly key: string | null;
}

/** The entries of a list, or of an object used instead (Schemas-Spec 09, VAL110); none for any other value. */
export function listEntries(selection: unknown, list: string): readonly ListEntry[] {
  const value = memberOf(selection, list);
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => ({ value: item, path: [list, at], key: null }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, item]) => ({ value: item, path: [list, key], key }));
}

/** The reference in an entry: its text, or its key if the value is null. */
export function referenceText({ value, key }: ListEntry): string | null {
  if (key === null) return typeof value === 'string' ? value : null;
  return value === null ? key : null;
}

/** Checks that a reference gives a namespace, the expected type and a name (Schemas-Spec 16). */
export function checkReference(
  { text, type, list, path }: { text: string; type: ReferenceType; list: string; path: ValuePath },
  report: Report<typeof referenceCodes>,
): void {
  if (!text.includes('/')) {
    const expected = `a full reference such as "namespace/${type}/name"`;
    report('VAL110', path, { found: describeFound(text), list, expected });
    return;
  }
  const reference = parseReference(text);
  if (!reference) {
    report('ID005', path, { id: text, expected: type });
    return;
  }
  if (!NAMESPACE.test(reference.namespace)) {
    report('ID002', path, { found: describeFound(reference.namespace) });
  }
  if (reference.type !== type) {
    report('ID003', path, { id: text, found: describeFound(reference.type), expected: type, list });
  }
  if (reference.name === '') report('ID004', path, { id: text, expected: type });
}
